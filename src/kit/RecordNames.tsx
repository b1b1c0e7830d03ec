import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
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

/** Names the records that something is about to happen to, a line each. */
export function RecordNames({ resource, records, total = records.length, isMinimum = false }: RecordNamesProps) {
  const { t, language } = useFormat()
  const { detail } = specOf(resource)
  const names = records.slice(0, NAMED_RECORDS).map((record) => {
    const more = detail?.(record, language)
    return {
      key: String(record.id),
      name: represent(resource, record, language),
      detail: more && <DetailText detail={more} />,
    }
  })
  return <NameList label={resourceName(t, resource, total)} names={names} total={total} isMinimum={isMinimum} />
}

interface NameListProps {
  label: string
  names: readonly { key: string | number; name: string; detail?: ReactNode }[]
  /** Number of records, of which those without a name are counted. */
  total: number
  isMinimum?: boolean
}

/** Lists names of records, a line each, and counts the records that have none. */
export function NameList({ label, names, total, isMinimum = false }: NameListProps) {
  const { t, locale } = useFormat()
  const rest = total - names.length
  return (
    <PlainList aria-label={label} sx={{ fontSize: 'body2.fontSize' }}>
      {names.map(({ key, name, detail }) => (
        <Text key={key} component="li" breaks>
          <Text component="bdi" weight="medium">
            {name}
          </Text>{' '}
          {detail && (
            <SecondaryText component="bdi" size="caption">
              {detail}
            </SecondaryText>
          )}
        </Text>
      ))}
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
