import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { RecordContextProvider } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../FieldValue'
import type { AnyField } from '../fieldList'
import { labelOf } from '../labels'
import { at, isNothing } from '../paths'
import { recordPath } from '../recordPaths'
import { fieldOf, statusFieldOf, type AnyRecord, type AnySpec } from '../resource'
import { ownColumns } from './ownColumns'
import { useSelection } from './selection'
import { useList } from './useList'
import { PlainList } from '../../ui/Rows'
import { SecondaryText, Text } from '../../ui/Text'

/** Number of facts on a card, beside the name and the status. */
const FACTS = 4
const SKELETON_CARDS = 8
const LINE_PX = 21

/** Whether a field adds something to the name of the record. */
function hasFact(record: AnyRecord, field: AnyField, name: string): boolean {
  const value = at(record, field.source)
  return !isNothing(value) && !(typeof value === 'string' && name.includes(value))
}

/** Shows the records of a list on a phone as cards with name, status and the main facts. */
export function RecordCards({ spec, children }: { spec: AnySpec; children?: ReactNode }) {
  const { t, language } = useFormat()
  const { data, isPending } = useList()
  const { isSelected } = useSelection()
  const [first, ...rest] = spec.columns.flatMap((source) => fieldOf(spec, source) ?? [])
  const status = statusFieldOf(spec)
  const own = ownColumns(children)
  const contentOf = (field: AnyField, record: AnyRecord) => {
    const column = own.get(field.source)
    if (!column) return <FieldValue field={field} record={record} resource={spec.name} />
    return <RecordContextProvider value={record}>{column.children}</RecordContextProvider>
  }
  if (isPending)
    return Array.from({ length: SKELETON_CARDS }, (_, index) => (
      <Box key={index} sx={{ px: 4, py: 3, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width="55%" height={LINE_PX} sx={{ mb: 1 }} />
        {Array.from({ length: FACTS }, (__, line) => (
          <Skeleton key={line} width={`${80 - line * 12}%`} height={LINE_PX} />
        ))}
      </Box>
    ))
  return (
    <PlainList>
      {data?.map((record) => {
        // A surname alone does not identify a person without the columns beside it.
        const name = first?.kind === 'text' ? spec.represent(record, language) : ''
        const facts = rest.filter((field) => field !== status && hasFact(record, field, name)).slice(0, FACTS)
        return (
          <Box
            component="li"
            key={record.id}
            sx={{
              position: 'relative',
              px: 4,
              py: 3,
              borderBottom: 1,
              borderColor: 'divider',
              '&:last-child': { borderBottom: 0 },
              ...(isSelected(record.id) && { bgcolor: ({ colours }: Theme) => colours.selected }),
            }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, mb: 1 }}>
              <Box
                component={RouterLink}
                to={recordPath(spec.name, record.id)}
                sx={{
                  fontWeight: 550,
                  color: 'text.primary',
                  textDecoration: 'none',
                  '&::after': { content: '""', position: 'absolute', inset: 0 },
                }}
              >
                {name ? <bdi>{name}</bdi> : first && contentOf(first, record)}
              </Box>
              {status && <Text size="body2">{contentOf(status, record)}</Text>}
            </Box>
            {/* One line each, so that names that load later do not move the content. */}
            <Box sx={{ fontSize: 'body2.fontSize', '& > div': factStyles }}>
              {facts.map((field) => (
                <div key={field.source}>
                  <SecondaryText component="span">{`${labelOf(t, spec.name, field.source)}: `}</SecondaryText>
                  {contentOf(field, record)}
                </div>
              ))}
            </Box>
          </Box>
        )
      })}
    </PlainList>
  )
}

const factStyles = {
  minHeight: LINE_PX,
  lineHeight: `${LINE_PX}px`,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const
