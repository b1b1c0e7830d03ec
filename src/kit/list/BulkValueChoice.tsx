import { useState } from 'react'
import { FormColumns } from '../../ui/Column'
import { SelectBox } from '../../ui/SelectBox'
import { useFormat, type Format } from '../../ui/useFormat'
import type { AnyField } from '../fieldList'
import { labelOf } from '../labels'
import type { AnySpec } from '../resource'
import { optionsOf } from './options'
import { sharedFields } from './sharedFields'

/** Returns the values of a field with a closed list; only such fields can be set for many records. */
const choicesOf = (field: AnyField, format: Format): { value: unknown; label: string }[] =>
  field.kind === 'boolean'
    ? [true, false].map((value) => ({ value, label: format.t(`ra.boolean.${value}`) }))
    : optionsOf(field, format)

interface BulkValueChoiceProps {
  spec: AnySpec
  /** Null while no value is chosen. */
  onChange: (field: string | null, value: unknown) => void
}

/** Selects a field and the value that all records get. */
export function BulkValueChoice({ spec, onChange }: BulkValueChoiceProps) {
  const format = useFormat()
  const { t } = format
  const [source, setSource] = useState('')
  const [key, setKey] = useState('')
  const fields = sharedFields(spec)
  const field = fields.find((known) => known.source === source)
  const choices = field ? choicesOf(field, format) : []
  return (
    <FormColumns>
      <SelectBox
        label={t('app.tasks.field')}
        value={source}
        options={fields.map((known) => known.source)}
        labelOf={(known) => labelOf(t, spec.name, known)}
        onChange={(next) => {
          setSource(next)
          setKey('')
          onChange(null, null)
        }}
      />
      <SelectBox
        label={t('app.tasks.value')}
        value={key}
        disabled={!field}
        options={choices.map(({ value }) => String(value))}
        labelOf={(known) => choices.find(({ value }) => String(value) === known)?.label}
        onChange={(next) => {
          setKey(next)
          onChange(source, choices.find(({ value }) => String(value) === next)?.value)
        }}
      />
    </FormColumns>
  )
}
