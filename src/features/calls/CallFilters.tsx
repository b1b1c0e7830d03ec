import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import { ENVIRONMENTS } from '../../../contract/core/vocabulary'
import { numberFormat } from '../../providers/format/intl'
import { useFormat } from '../../ui/useFormat'
import { useLater } from '../../ui/useLater'
import { CALL_RANGES, rangeOf, type CallFilter } from './callSource'
import { SelectBox } from '../../ui/SelectBox'

interface CallFiltersProps {
  filter: CallFilter
  /** `replace` while typing, so that the Back button leaves the list. */
  onChange: (to: Partial<CallFilter>, replace?: boolean) => void
}

const CLASSES = ['2xx', '4xx', '5xx'] as const
const SLOWER_THAN_MS = [250, 1_000, 2_500] as const

/** Filters of a log: period, status, environment, duration, path, and trip or request. */
export function CallFilters({ filter, onChange }: CallFiltersProps) {
  const { t, locale } = useFormat()
  const choice = (
    name: 'status_class' | 'environment' | 'min_duration_ms',
    options: [value: string, label: string][],
  ) => (
    <TextField
      key={name}
      select
      label={t(`app.calls.filter.${name}`)}
      value={options.some(([value]) => value === filter[name]) ? filter[name] : ''}
      onChange={(event) => onChange({ [name]: event.target.value })}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('app.calls.filter.all')}</MenuItem>
      {options.map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(2, minmax(0, 2fr)) repeat(4, minmax(0, 1fr))',
        },
      }}
    >
      <Typed label={t('app.calls.filter.q')} value={filter.q} onChange={(q) => onChange({ q }, true)} />
      <Typed label={t('app.calls.filter.path')} value={filter.path} onChange={(path) => onChange({ path }, true)} />
      <SelectBox
        label={t('app.calls.filter.range')}
        value={rangeOf(filter)}
        onChange={(next) => onChange({ range: next })}
        options={CALL_RANGES}
        labelOf={(range) => t(`app.calls.range.${range}`)}
      />
      {choice(
        'status_class',
        CLASSES.map((name) => [name, t(`app.calls.class.${name}`)]),
      )}
      {choice(
        'environment',
        ENVIRONMENTS.map((name) => [name, t(`choices.environments.${name}`)]),
      )}
      {choice(
        'min_duration_ms',
        SLOWER_THAN_MS.map((ms) => [String(ms), t('app.calls.ms', { ms: numberFormat(locale).format(ms) })]),
      )}
    </Box>
  )
}

function Typed({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const later = useLater(onChange, FILTER_DEBOUNCE_MS)
  return (
    <TextField
      type="search"
      label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        later(event.target.value)
      }}
      slotProps={{ htmlInput: { maxLength: 64, dir: 'ltr' } }}
    />
  )
}
