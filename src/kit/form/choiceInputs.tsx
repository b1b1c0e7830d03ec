import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { nameOfCode, weekdayNames } from '../../providers/format/names'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { SPOKEN_LANGUAGES } from '../codes'
import type { FieldOf } from '../fields'
import { optionsOf, type Option } from '../list/options'
import { at } from '../paths'
import { choiceKey, VOCABULARIES } from '../vocabularies'
import { BoxInput } from './BoxInput'
import { useFormInfo, useNullable } from './FormContext'
import { useField, type InputProps } from './useField'
import { Text } from '../../ui/Text'

/** The words that a choice offers now: of a status, only those that may follow the present one. */
function useWords({ field, path }: InputProps<FieldOf<'choice'>>): readonly string[] {
  const { entity, mode, record } = useFormInfo()
  const all = VOCABULARIES[field.vocabulary]
  if (path !== entity.statusField) return all
  if (mode === 'create') return entity.initial ?? all
  if (!entity.transitions) return all
  const now = String(at(record, path))
  return [now, ...(entity.transitions[now] ?? [])]
}

export function ChoiceInput(props: InputProps<FieldOf<'choice'>>) {
  const { t } = useFormat()
  const words = useWords(props)
  const nullable = useNullable(props.path)
  const { vocabulary, status } = props.field
  return (
    <BoxInput {...props} select>
      {nullable && <MenuItem value="">{t('app.form.none')}</MenuItem>}
      {words.map((word) => {
        const label = t(choiceKey(vocabulary, word))
        return (
          <MenuItem key={word} value={word}>
            {status ? <StatusMark value={word} label={label} /> : label}
          </MenuItem>
        )
      })}
    </BoxInput>
  )
}

interface ChipsProps {
  id: string
  label: string
  bare: boolean
  options: readonly Option[]
  chosen: readonly unknown[]
  onChange: (chosen: unknown[]) => void
  error?: string | undefined
  helperText?: string | undefined
  required: boolean
}

/** A few words, any of which can be on: one click each, all in sight. */
function Chips({ id, label, bare, options, chosen, onChange, error, helperText, required }: ChipsProps) {
  return (
    <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={helperText ? `${id}-help` : undefined}>
      <Box
        id={`${id}-label`}
        sx={
          bare
            ? { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }
            : { fontSize: 'body2.fontSize', fontWeight: 500, lineHeight: 1.4, mb: 1.25 }
        }
      >
        {label}
        {required && (
          <Text component="span" aria-hidden tone="error">
            {' *'}
          </Text>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {options.map(({ value, label: word }) => {
          const on = chosen.includes(value)
          return (
            <ButtonBase
              key={value}
              role="checkbox"
              aria-checked={on}
              onClick={() =>
                onChange(
                  on
                    ? chosen.filter((other) => other !== value)
                    : options
                        .map((option) => option.value)
                        .filter((other) => other === value || chosen.includes(other)),
                )
              }
              sx={{
                height: 32,
                px: 2.5,
                border: 1,
                borderColor: on ? 'primary.main' : 'divider',
                borderRadius: 1.75,
                fontSize: 'body2.fontSize',
                fontWeight: on ? 550 : 400,
                color: on ? (theme) => theme.colours.tones.accent.ink : 'text.primary',
                bgcolor: on ? (theme) => theme.colours.tones.accent.ground : 'transparent',
                '&:hover': { borderColor: on ? 'primary.main' : 'text.disabled' },
              }}
            >
              {word}
            </ButtonBase>
          )
        })}
      </Box>
      {helperText && (
        <FormHelperText id={`${id}-help`} error={Boolean(error)}>
          {helperText}
        </FormHelperText>
      )}
    </Box>
  )
}

function useChips(props: InputProps) {
  const { id, label, value, set, error, helperText } = useField(props)
  const chosen = Array.isArray(value) ? (value as unknown[]) : []
  return {
    id,
    label,
    bare: props.bare === true,
    chosen,
    onChange: set,
    error,
    helperText,
    required: props.field.required === true,
  }
}

export function ChoicesInput(props: InputProps<FieldOf<'choices'>>) {
  const format = useFormat()
  return <Chips {...useChips(props)} options={optionsOf(props.field, format)} />
}

export function WeekdaysInput(props: InputProps) {
  const { locale } = useFormat()
  const options = weekdayNames(locale, 'short').map(({ day, name }) => ({ value: day, label: name }))
  return <Chips {...useChips(props)} options={options} />
}

export function BooleanInput(props: InputProps) {
  const { id, value, set, onBlur, ref, label, error, helperText, box } = useField(props)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', justifyContent: 'center', minHeight: { sm: 62 } }}>
      <Box
        component="label"
        htmlFor={id}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          fontSize: 'body2.fontSize',
          fontWeight: 500,
          cursor: 'pointer',
        }}
      >
        <Switch
          id={id}
          name={box.name}
          size="small"
          checked={value === true}
          onChange={(_event, on) => set(on)}
          onBlur={onBlur}
          slotProps={{ input: { ref } }}
        />
        {label}
      </Box>
      {helperText && <FormHelperText error={Boolean(error)}>{helperText}</FormHelperText>}
    </Box>
  )
}

/** One value of a long list: countries, currencies, time zones, languages. */
export function CodeChoiceInput(props: InputProps) {
  const format = useFormat()
  const { id, value, set, onBlur, box } = useField(props)
  const options = optionsOf(props.field, format)
  return (
    <Autocomplete
      id={id}
      options={options}
      value={options.find((option) => option.value === value) ?? null}
      onChange={(_event, option) => set(option?.value ?? null)}
      onBlur={onBlur}
      isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
      renderInput={(params) => (
        <TextField {...params} {...box} inputProps={{ ...params.inputProps, required: false }} />
      )}
    />
  )
}

export function LanguageCodesInput(props: InputProps) {
  const { locale } = useFormat()
  const { id, value, set, onBlur, box } = useField(props)
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      id={id}
      options={[...new Set([...SPOKEN_LANGUAGES, ...chosen])]}
      value={chosen}
      getOptionLabel={(code) => nameOfCode('language', code, locale)}
      onChange={(_event, codes) => set(codes)}
      onBlur={onBlur}
      renderInput={(params) => <TextField {...params} {...box} />}
    />
  )
}

/** Free words: typed and closed with Enter or a comma. */
export function TagsInput(props: InputProps<FieldOf<'tags'>>) {
  const { t } = useFormat()
  const { id, value, set, onBlur, box } = useField(props)
  const words = (typed: readonly string[]) => [
    ...new Set(
      typed
        .flatMap((word) => word.split(','))
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ]
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      id={id}
      options={[...(props.field.suggestions ?? [])]}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(_event, typed) => set(words(typed))}
      onBlur={onBlur}
      renderInput={(params) => <TextField {...params} {...box} helperText={box.helperText ?? t('app.form.tagsHint')} />}
    />
  )
}
