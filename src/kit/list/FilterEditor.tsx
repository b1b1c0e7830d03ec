import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState, type ReactNode } from 'react'
import { FILTER_DEBOUNCE_MS } from '../../../contract/core/limits/console'
import { addDays, fromZonedInput, ownTimeZone } from '../../providers/format/dates'
import { dayOf } from '../../ui/addressValues'
import { DateBox } from '../../ui/DateBox'
import { useFormat } from '../../ui/useFormat'
import { useLater } from '../../ui/useLater'
import { isReference, type AnyField } from '../fieldList'
import { RecordPicker } from '../form/RecordPicker'
import { CheckList } from './CheckList'
import { filteredDays, filterKeysOf, filterKindOf, type FilterKind } from './filterKeys'
import { optionsOf, type Option } from './options'
import { toggle } from './toggle'
import { useFacets } from './useFacets'
import { useFieldFilter } from './useList'

interface EditorProps {
  field: AnyField
  label: string
}

/** Lists with more options than this have a search box. */
const OPTIONS_WITHOUT_SEARCH = 12

function OptionsEditor({ field, label }: EditorProps) {
  const format = useFormat()
  const options = optionsOf(field, format)
  return options.length > OPTIONS_WITHOUT_SEARCH ? (
    <SearchedOptions field={field} label={label} options={options} />
  ) : (
    <CheckedOptions field={field} label={label} options={options} />
  )
}

type OptionsProps = EditorProps & { options: Option[] }

function useChosen(field: AnyField) {
  const { values, set } = useFieldFilter(field)
  const key = `${field.source}_in`
  const chosen = Array.isArray(values[key]) ? (values[key] as (string | number)[]) : []
  return { chosen, choose: (next: (string | number)[]) => set({ [key]: next }) }
}

function CheckedOptions({ field, label, options }: OptionsProps) {
  const { chosen, choose } = useChosen(field)
  const countOf = useFacets(field)
  return (
    <CheckList
      label={label}
      note={countOf}
      options={options}
      checked={(value) => chosen.includes(value)}
      onToggle={(value) => choose(toggle(chosen, value))}
    />
  )
}

function SearchedOptions({ field, label, options }: OptionsProps) {
  const { chosen, choose } = useChosen(field)
  return (
    <Autocomplete
      multiple
      openOnFocus
      disableCloseOnSelect
      options={options}
      value={options.filter(({ value }) => chosen.includes(value))}
      onChange={(_, next) => choose(next.map(({ value }) => value))}
      renderInput={(params) => <TextField {...params} autoFocus label={label} />}
      sx={{ width: 300, p: 3 }}
    />
  )
}

function RecordsEditor({ field, label }: EditorProps) {
  const { chosen, choose } = useChosen(field)
  return (
    <Box sx={{ width: 320, p: 3 }}>
      <RecordPicker
        multiple
        openOnFocus
        resource={isReference(field) ? field.to : ''}
        ids={chosen.map(String)}
        onPick={choose}
        box={{ label, autoFocus: true }}
      />
    </Box>
  )
}

function YesNoEditor({ field, label }: EditorProps) {
  const { t } = useFormat()
  const { values, set } = useFieldFilter(field)
  const countOf = useFacets(field)
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      aria-label={label}
      value={values[field.source] ?? null}
      onChange={(_, value: boolean | null) => set({ [field.source]: value ?? undefined })}
      sx={{ minWidth: 160, p: 3 }}
    >
      {[true, false].map((value) => (
        <ToggleButton key={String(value)} value={value}>
          {t(`ra.boolean.${value}`)}
          <Box component="span" sx={{ marginInlineStart: 2, color: 'text.secondary', minWidth: 16 }}>
            {countOf(value)}
          </Box>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

function DaysEditor({ field }: EditorProps) {
  const { t } = useFormat()
  const { values, set } = useFieldFilter(field)
  const instants = filterKindOf(field) === 'instants'
  const [fromKey = '', toKey = ''] = filterKeysOf(field)
  const zone = ownTimeZone()
  const { from, to } = filteredDays(field, values)
  const start = (value: string) => (instants && value ? (fromZonedInput(`${value}T00:00`, zone) ?? undefined) : value)
  const change = (nextFrom: string, nextTo: string) =>
    set({ [fromKey]: start(nextFrom), [toKey]: instants && nextTo ? start(addDays(nextTo, 1)) : nextTo })
  const isDay = (typed: string) => typed === '' || dayOf(typed) !== null
  return (
    <Box sx={{ display: 'grid', gap: 3, p: 3, width: 260 }}>
      <DateBox autoFocus label={t('app.filter.from')} value={from} onChange={(day) => isDay(day) && change(day, to)} />
      <DateBox label={t('app.filter.to')} value={to} min={from} onChange={(day) => isDay(day) && change(from, day)} />
    </Box>
  )
}

function TextEditor({ field, label }: EditorProps) {
  const { values, set } = useFieldFilter(field)
  const [key = ''] = filterKeysOf(field)
  const current = typeof values[key] === 'string' ? values[key] : ''
  const [typed, setTyped] = useState(current)
  const apply = useLater((text: string) => set({ [key]: text }), FILTER_DEBOUNCE_MS)
  const change = (text: string) => {
    setTyped(text)
    apply(text.trim())
  }
  return (
    <Box sx={{ p: 3, minWidth: 240 }}>
      <TextField autoFocus label={label} value={typed} onChange={(event) => change(event.target.value)} />
    </Box>
  )
}

const EDITORS: Record<FilterKind, (props: EditorProps) => ReactNode> = {
  options: OptionsEditor,
  records: RecordsEditor,
  yesNo: YesNoEditor,
  days: DaysEditor,
  instants: DaysEditor,
  text: TextEditor,
  word: TextEditor,
}

export function FilterEditor(props: EditorProps) {
  const Editor = EDITORS[filterKindOf(props.field)]
  return <Editor {...props} />
}
