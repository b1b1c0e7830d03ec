import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { Instant } from '../ui/Instant'
import { useFormat, type Format } from '../ui/useFormat'
import { FieldValue } from './FieldValue'
import { Fact, Facts } from './Facts'
import { applies, type AnyField } from './fieldList'
import { labelOf } from './labels'
import { at, isNothing } from './paths'
import type { AnyRecord, AnySpec } from './resource'
import { useReadable } from './useReadable'

interface SectionsProps {
  spec: AnySpec
  record: AnyRecord
}

const isEmptyField = (field: AnyField, record: AnyRecord) =>
  field.kind !== 'custom' && isNothing(at(record, field.source))

/** Returns the sections with the fields that have a value; sections without such fields are only in the form. */
function useFilled({ spec, record }: SectionsProps, sections = spec.sections) {
  const readable = useReadable()
  return sections.flatMap((section) => {
    const fields = section.fields.filter(
      (field) => readable(field) && applies(field, record) && !isEmptyField(field, record),
    )
    return fields.length > 0 ? [{ ...section, fields, isAlone: section.fields.length === 1 }] : []
  })
}

/** Shows the sections marked `upfront`, without the fields that the head of the page shows. */
export function UpfrontSections(props: SectionsProps) {
  const { t } = useFormat()
  const { facts = [], sections } = props.spec
  const notShown = sections
    .filter(({ upfront }) => upfront)
    .map((section) => ({ ...section, fields: section.fields.filter(({ source }) => !facts.includes(source)) }))
  return useFilled(props, notShown).map(({ key, ...filled }) => (
    <Card key={key} title={t(`app.section.${key}`)}>
      <SectionFacts {...filled} {...props} />
    </Card>
  ))
}

/** Shows all fields of a record by section, with its timestamps, collapsed; rendered when it is opened. */
export function AllDetails(props: SectionsProps) {
  const { t } = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <Paper component="details" variant="outlined" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600, px: { xs: 4, md: 6 }, py: 3 }}>
        {t('app.record.allDetails')}
      </Box>
      {isOpen && (
        <Box sx={{ display: 'grid', gap: 6, px: { xs: 4, md: 6 }, pt: 2, pb: { xs: 4, md: 6 } }}>
          <DetailSections {...props} />
          <Timestamps {...props} />
        </Box>
      )}
    </Paper>
  )
}

function DetailSections(props: SectionsProps) {
  const { t } = useFormat()
  return useFilled(props).map(({ key, ...filled }) => (
    <section key={key}>
      <Typography variant="h3" component="h2" sx={{ mb: 3 }}>
        {t(`app.section.${key}`)}
      </Typography>
      <SectionFacts {...filled} {...props} />
    </section>
  ))
}

interface SectionFactsProps extends SectionsProps {
  fields: readonly AnyField[]
  /** Whether the section has only this field and is named like it. */
  isAlone: boolean
}

function SectionFacts({ fields, isAlone, spec, record }: SectionFactsProps) {
  const { t } = useFormat()
  return (
    <Facts>
      {fields.map((field) => (
        <Fact
          key={field.source}
          source={field.source}
          resource={spec.name}
          label={labelFor(t, spec.name, field, isAlone)}
          wide={field.wide}
        >
          <FieldValue field={field} record={record} resource={spec.name} />
        </Fact>
      ))}
    </Facts>
  )
}

/** Returns the label of a field: undefined for that of its source, false for none. */
function labelFor(t: Format['t'], resource: string, field: AnyField, isAlone: boolean): string | false | undefined {
  if (isAlone && field.wide) return false
  if (field.kind !== 'coordinates') return undefined
  return [field.source, field.longitude].map((source) => labelOf(t, resource, source)).join(', ')
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

function Timestamps({ spec, record }: SectionsProps) {
  const { t } = useFormat()
  const { created_at: created, updated_at: updated } = record
  return (
    <Box sx={{ display: 'flex', gap: 6, flexWrap: 'wrap', color: 'text.secondary', fontSize: 'caption.fontSize' }}>
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
