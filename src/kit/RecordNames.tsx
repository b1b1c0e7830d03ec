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
  /** Number of records, if not all of them were read. */
  total?: number
  /** Whether the total is a lower bound. */
  isMinimum?: boolean
}

/** Names the records of an operation that the user is about to confirm, one per line. */
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
  /** Number of records, including those without a name. */
  total: number
  isMinimum?: boolean
}

/** Lists names of records, one per line, and counts the records without a name. */
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

/** Renders placeholders for `count` names, of the height of the names. */
export const WaitingNames = ({ count }: { count: number }) => (
  <Box sx={{ fontSize: 'body2.fontSize' }}>
    {Array.from({ length: Math.min(count, NAMED_RECORDS) }, (_, index) => (
      <Skeleton key={index} width="40%" />
    ))}
  </Box>
)
