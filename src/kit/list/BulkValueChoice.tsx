import { useState } from 'react'
import { FormColumns } from '../../ui/Column'
import { SelectBox } from '../../ui/SelectBox'
import { useFormat, type Format } from '../../ui/useFormat'
import type { AnyField } from '../fieldList'
import { labelOf } from '../labels'
import type { AnySpec } from '../resource'
import { VOCABULARIES, choiceKey } from '../vocabularies'
import { sharedFields } from './sharedFields'

interface Choice {
  key: string
  value: unknown
  label: string
}

/** Returns the values of a field with a closed list, the only fields that many records can be given at once. */
function choicesOf(field: AnyField, t: Format['t']): Choice[] {
  if (field.kind === 'boolean')
    return [true, false].map((value) => ({ key: String(value), value, label: t(`ra.boolean.${value}`) }))
  if (field.kind !== 'choice') return []
  return VOCABULARIES[field.vocabulary].map((value) => ({
    key: value,
    value,
    label: t(choiceKey(field.vocabulary, value)),
  }))
}

interface BulkValueChoiceProps {
  spec: AnySpec
  /** Null while no value is chosen. */
  onChange: (field: string | null, value: unknown) => void
}

/** Asks for a field and the value that all records get. */
export function BulkValueChoice({ spec, onChange }: BulkValueChoiceProps) {
  const { t } = useFormat()
  const [source, setSource] = useState('')
  const [key, setKey] = useState('')
  const fields = sharedFields(spec)
  const field = fields.find((known) => known.source === source)
  const choices = field ? choicesOf(field, t) : []
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
        options={choices.map((choice) => choice.key)}
        labelOf={(known) => choices.find((choice) => choice.key === known)?.label}
        onChange={(next) => {
          setKey(next)
          onChange(source, choices.find((choice) => choice.key === next)?.value)
        }}
      />
    </FormColumns>
  )
}
