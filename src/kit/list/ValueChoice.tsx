import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useFormat, type Format } from '../../ui/useFormat'
import type { AnyField } from '../fields'
import { labelOf } from '../labels'
import type { AnySpec } from '../resource'
import { VOCABULARIES, choiceKey } from '../vocabularies'
import { sharedFields } from './sharedFields'

interface Choice {
  key: string
  value: unknown
  label: string
}

/** The values that many records can be given at once: those of a closed list. */
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

interface ValueChoiceProps {
  spec: AnySpec
  /** Null while no value is chosen. */
  onChange: (field: string | null, value: unknown) => void
}

/** Which field gets which value. */
export function ValueChoice({ spec, onChange }: ValueChoiceProps) {
  const { t } = useFormat()
  const [source, setSource] = useState('')
  const [key, setKey] = useState('')
  const fields = sharedFields(spec)
  const field = fields.find((known) => known.source === source)
  const choices = field ? choicesOf(field, t) : []
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4 }}>
      <TextField
        select
        label={t('app.tasks.field')}
        value={source}
        onChange={(event) => {
          setSource(event.target.value)
          setKey('')
          onChange(null, null)
        }}
      >
        {fields.map((known) => (
          <MenuItem key={known.source} value={known.source}>
            {labelOf(t, spec.name, known.source)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('app.tasks.value')}
        value={key}
        disabled={!field}
        onChange={(event) => {
          const choice = choices.find((known) => known.key === event.target.value)
          setKey(event.target.value)
          if (choice) onChange(source, choice.value)
        }}
      >
        {choices.map((choice) => (
          <MenuItem key={choice.key} value={choice.key}>
            {choice.label}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  )
}
