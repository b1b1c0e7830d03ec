import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useFormat } from '../ui/useFormat'
import { FieldValue } from './FieldValue'
import { applies, type AnyField, type FieldKind } from './fieldList'
import { labelOf } from './labels'
import { at, isNothing } from './paths'
import { fieldOf, fieldsOf, type AnyRecord, type AnySpec } from './resource'
import { textIn } from './text'
import { useReadable } from './useReadable'

interface RecordFactsProps {
  spec: AnySpec
  record: AnyRecord
  /** Fields to show; by default the facts of the resource. */
  sources?: readonly string[]
  /** Facts that are not fields of the record. */
  children?: ReactNode
}

/** Shows the main facts of a record in a line or two, without empty ones and those in its name. */
export function RecordFacts({ spec, record, sources = spec.facts ?? spec.columns, children }: RecordFactsProps) {
  const { t, language } = useFormat()
  const readable = useReadable()
  const title = spec.represent(record, language)
  const fields = fieldsOf(spec).filter(isReason)
  const shown = [...sources.flatMap((source) => fieldOf(spec, source) ?? []), ...fields].filter(
    (field) =>
      field.source !== spec.statusField &&
      readable(field) &&
      applies(field, record) &&
      !isNothing(at(record, field.source)) &&
      at(record, field.source) !== false &&
      !isIn(title, field, record, language),
  )
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 1, m: 0, minHeight: 20 }}>
      {shown.map((field) => (
        <HeaderFact key={field.source} label={labelOf(t, spec.name, field.source)}>
          <FieldValue field={field} record={record} resource={spec.name} />
        </HeaderFact>
      ))}
      {children}
    </Box>
  )
}

/** Shows a fact in the head of a record, with its label on the same line. */
export const HeaderFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 1.5, minWidth: 0, maxWidth: '100%' }}>
    <Box component="dt" sx={{ flex: 'none' }}>
      {label}
    </Box>
    <Box
      component="dd"
      sx={{ m: 0, minWidth: 0, color: 'text.primary', overflowWrap: 'anywhere', '& a': { color: 'primary.main' } }}
    >
      {children}
    </Box>
  </Box>
)

const VERBATIM_KINDS: ReadonlySet<FieldKind> = new Set(['text', 'i18n', 'code', 'plate'])

/** Whether a field is the reason of a status: a required text that depends on another field. */
const isReason = (field: AnyField) => field.kind === 'text' && field.required === true && field.when !== undefined

function isIn(title: string, field: AnyField, record: AnyRecord, language: string): boolean {
  const value = at(record, field.source)
  const text = field.kind === 'i18n' ? textIn(value as Record<string, string>, language) : value
  return typeof text === 'string' && VERBATIM_KINDS.has(field.kind) && ` ${title} `.includes(` ${text} `)
}
