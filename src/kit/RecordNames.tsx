import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { countText } from '../providers/format/intl'
import { PlainList } from '../ui/Rows'
import { SecondaryText, Text } from '../ui/Text'
import { useFormat } from '../ui/useFormat'
import { DetailText } from './DetailText'
import { resourceName } from './labels'
import { represent, specOf } from './registry'
import type { AnyRecord } from './resource'

/** More records than this are counted instead of named. */
export const NAMED_RECORDS = 10

interface RecordNamesProps {
  resource: string
  records: readonly AnyRecord[]
  /** How many there are, where not all of them were read. */
  total?: number
  /** Whether the server counted no further than the total. */
  isMinimum?: boolean
}

/** The names of records that something is about to happen to, a line each. */
export function RecordNames({ resource, records, total = records.length, isMinimum = false }: RecordNamesProps) {
  const { t, language, locale } = useFormat()
  const { detail } = specOf(resource)
  const named = records.slice(0, NAMED_RECORDS)
  const rest = total - named.length
  return (
    <PlainList aria-label={resourceName(t, resource, total)} sx={{ fontSize: 'body2.fontSize' }}>
      {named.map((record) => {
        const more = detail?.(record, language)
        return (
          <Text key={record.id} component="li" breaks>
            <Text component="bdi" weight="medium">
              {represent(resource, record, language)}
            </Text>{' '}
            {more && (
              <SecondaryText component="bdi" size="caption">
                <DetailText detail={more} />
              </SecondaryText>
            )}
          </Text>
        )
      })}
      {rest > 0 && (
        <SecondaryText component="li">
          {t('app.delete.more', {
            count: rest,
            replace: { count: countText(rest, locale, isMinimum) },
          })}
        </SecondaryText>
      )}
    </PlainList>
  )
}

/** Stands in for the names of `count` records while they are read, as high as they will be. */
export const WaitingNames = ({ count }: { count: number }) => (
  <Box sx={{ fontSize: 'body2.fontSize' }}>
    {Array.from({ length: Math.min(count, NAMED_RECORDS) }, (_, index) => (
      <Skeleton key={index} width="40%" />
    ))}
  </Box>
)
