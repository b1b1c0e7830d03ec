import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { listed } from '../providers/format/lists'
import { Instant } from '../ui/Instant'
import { useFormat, type Format } from '../ui/useFormat'
import { FieldValue } from './displays'
import { isVisible, type AnyField } from './fields'
import { labelOf } from './labels'
import { at, isNothing } from './paths'
import type { AnyRecord, AnySpec } from './resource'
import { useReadable } from './useReadable'
import { Column } from '../ui/Column'

interface RecordSectionsProps {
  spec: AnySpec
  record: AnyRecord
  /** Keys of the sections to draw; all of them unless given. */
  only?: readonly string[]
}

const applies = (field: AnyField, record: AnyRecord) =>
  isVisible(field, 'show') && (!field.when || field.when.in.includes(at(record, field.when.source)))

/** Whether a field has nothing to show; it is then named below the others. */
const isEmptyField = (field: AnyField, record: AnyRecord) =>
  field.kind !== 'custom' && isNothing(at(record, field.source))

/** The fields of a record in their sections, and when it was made and changed. */
export function RecordSections({ spec, record, only }: RecordSectionsProps) {
  const { t, locale } = useFormat()
  const readable = useReadable()
  const sections = spec.sections.filter(({ key }) => !only || only.includes(key))
  return (
    <Column>
      {sections.map(({ key, fields }) => {
        const shown = fields.filter((field) => readable(field) && applies(field, record))
        if (shown.length === 0) return null
        const empty = shown.filter((field) => isEmptyField(field, record))
        const filled = shown.filter((field) => !empty.includes(field))
        const settable = empty.filter((field) => !field.readOnly)
        return (
          <Card key={key} title={t(`app.section.${key}`)}>
            <Facts>
              {filled.map((field) => (
                <Fact
                  key={field.source}
                  label={filled.length === 1 && field.wide ? '' : factLabel(t, spec.name, field)}
                  wide={field.wide === true}
                >
                  <FieldValue field={field} record={record} resource={spec.name} />
                </Fact>
              ))}
            </Facts>
            {settable.length > 0 && (
              <Box sx={{ mt: filled.length > 0 ? 4 : 0, fontSize: 'caption.fontSize', color: 'text.secondary' }}>
                {t('app.record.notSet', {
                  fields: listed(
                    settable.map((field) => factLabel(t, spec.name, field)),
                    locale,
                  ),
                })}
              </Box>
            )}
          </Card>
        )
      })}
      <Timestamps spec={spec} record={record} />
    </Column>
  )
}

/** Coordinates are one fact with two names. */
function factLabel(t: Format['t'], resource: string, field: AnyField): string {
  const label = labelOf(t, resource, field.source)
  return field.kind === 'coordinates' ? `${label}, ${labelOf(t, resource, field.longitude)}` : label
}

export function Card({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Paper component="section" variant="outlined" sx={{ p: { xs: 4, md: 6 }, minWidth: 0 }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', mb: 4, gap: 3 }}
      >
        <Typography variant="h2">{title}</Typography>
        {action}
      </Box>
      {children}
    </Paper>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' },
        columnGap: 6,
        rowGap: 4,
        m: 0,
        '& dd a': { color: 'primary.main' },
      }}
    >
      {children}
    </Box>
  )
}

function Fact({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, ...(wide ? { gridColumn: '1 / -1' } : {}) }}>
      {label && (
        <Box component="dt" sx={{ color: 'text.secondary', fontSize: 'caption.fontSize', mb: 0.5 }}>
          {label}
        </Box>
      )}
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  )
}

function Timestamps({ spec, record }: { spec: AnySpec; record: AnyRecord }) {
  const { t } = useFormat()
  const { created_at: created, updated_at: updated } = record
  return (
    <Box
      sx={{ display: 'flex', gap: 6, flexWrap: 'wrap', color: 'text.secondary', fontSize: 'caption.fontSize', px: 1 }}
    >
      {typeof created === 'string' && (
        <span>
          {`${labelOf(t, spec.name, 'created_at')}: `}
          <Instant value={created} />
        </span>
      )}
      {typeof updated === 'string' && (
        <span>
          {`${labelOf(t, spec.name, 'updated_at')}: `}
          <Instant value={updated} />
        </span>
      )}
    </Box>
  )
}
