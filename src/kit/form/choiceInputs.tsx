import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import { FieldTitle, isRequired, TextInput } from 'react-admin'
import { nameOfCode, weekdayNames } from '../../providers/format/names'
import { pickerInput } from '../../ui/pickerBox'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { SPOKEN_LANGUAGES } from '../codes'
import type { FieldOf } from '../fieldList'
import { optionsOf, type Option } from '../list/options'
import { at } from '../paths'
import { choiceKey, VOCABULARIES, type Vocabulary } from '../vocabularies'
import { FieldLabel } from './FieldLabel'
import { useFormInfoIfAny, useNullable } from './FormContext'
import { useField, type SourceProps } from './useField'

/** Height of a text field with its label, beside which a switch stands. */
const SWITCH_HEIGHT_PX = 62

/** Returns the words that a choice offers: of the status of a record in the kit's form, only those that may follow. */
function useWords(path: string, vocabulary: Vocabulary): readonly string[] {
  const info = useFormInfoIfAny()
  const all = VOCABULARIES[vocabulary]
  if (path !== info?.entity.statusField) return all
  const { entity, mode, record } = info
  if (mode === 'create') return entity.initial ?? all
  if (!entity.transitions) return all
  const now = String(at(record, path))
  return [now, ...(entity.transitions[now] ?? [])]
}

type VocabularyProps = SourceProps & { vocabulary: Vocabulary }

/**
 * One word of a vocabulary. A `TextInput` that selects: the empty option of react-admin's `SelectInput` has the name of a
 * button that clears, and is offered for each field without the mark of a required one.
 * @param props.status draws each word with its icon
 */
export function ChoiceInput({ vocabulary, status, ...props }: VocabularyProps & { status?: boolean | undefined }) {
  const { t } = useFormat()
  const words = useWords(props.source, vocabulary)
  const required = props.isRequired ?? isRequired(props.validate)
  const nullable = useNullable(props.source, required)
  return (
    <TextInput
      {...props}
      select
      slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-required': required } }}
    >
      {nullable && <MenuItem value="">{t('app.form.none')}</MenuItem>}
      {words.map((word) => {
        const label = t(choiceKey(vocabulary, word))
        return (
          <MenuItem key={word} value={word}>
            {status ? <StatusMark value={word} label={label} /> : label}
          </MenuItem>
        )
      })}
    </TextInput>
  )
}

/** A switch, which has no value until it is switched. The error of react-admin's `BooleanInput` does not describe its switch. */
export function SwitchInput(props: SourceProps) {
  const { id, value, set, onBlur, box, error, helperText } = useField(props)
  return (
    <Box className="ra-input" sx={{ display: 'grid', alignContent: 'center', minHeight: { sm: SWITCH_HEIGHT_PX } }}>
      <FormControlLabel
        label={<FieldTitle label={box.label} isRequired={box.required} />}
        inputRef={box.inputRef}
        control={
          <Switch
            id={id}
            name={box.name}
            size="small"
            checked={value === true}
            onChange={(_, checked) => set(checked)}
            onBlur={onBlur}
            slotProps={{
              input: { 'aria-invalid': box.error, 'aria-describedby': helperText ? `${id}-help` : undefined },
            }}
          />
        }
        sx={{
          marginInline: 0,
          gap: 2,
          '& .MuiFormControlLabel-label': { fontSize: 'body2.fontSize', fontWeight: 500 },
        }}
      />
      {helperText && (
        <FormHelperText id={`${id}-help`} error={Boolean(error)}>
          {helperText}
        </FormHelperText>
      )}
    </Box>
  )
}

interface ChipsInputProps extends SourceProps {
  options: readonly Option[]
}

/** A few words, any of which can be on. Denser than react-admin's `CheckboxGroupInput`: all stay in sight on a phone. */
function ChipsInput({ options, ...props }: ChipsInputProps) {
  const { id, value, set, label, isRequired, error, helperText } = useField(props)
  const chosen: unknown[] = Array.isArray(value) ? value : []
  return (
    <Box role="group" aria-labelledby={`${id}-label`} aria-describedby={helperText ? `${id}-help` : undefined}>
      <FieldLabel id={`${id}-label`} required={isRequired}>
        {label}
      </FieldLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {options.map(({ value, label: word }) => {
          const on = chosen.includes(value)
          return (
            <ButtonBase
              key={value}
              role="checkbox"
              aria-checked={on}
              onClick={() =>
                set(
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

export function ChoicesInput({ vocabulary, ...props }: VocabularyProps) {
  const format = useFormat()
  return <ChipsInput {...props} options={optionsOf({ source: props.source, kind: 'choices', vocabulary }, format)} />
}

export function WeekdaysInput(props: SourceProps) {
  const { locale } = useFormat()
  const options = weekdayNames(locale, 'short').map(({ day, name }) => ({ value: day, label: name }))
  return <ChipsInput {...props} options={options} />
}

type CodeKind = 'country' | 'currency' | 'timeZone' | 'language'

/**
 * One value of a long list: countries, currencies, time zones, languages. MUI's `Autocomplete`, because react-admin's
 * `AutocompleteInput` exceeds the size limit of the largest form.
 */
export function CodeChoiceInput({ kind, ...props }: SourceProps & { kind: CodeKind }) {
  const format = useFormat()
  const { id, value, set, onBlur, box } = useField(props)
  const options = optionsOf({ source: props.source, kind }, format)
  return (
    <Autocomplete
      id={id}
      options={options}
      value={options.find((option) => option.value === value) ?? null}
      onChange={(_event, option) => set(option?.value ?? null)}
      onBlur={onBlur}
      isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
      renderInput={pickerInput({ box })}
    />
  )
}

export function LanguageCodesInput(props: SourceProps) {
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
      renderInput={pickerInput({ box })}
    />
  )
}

/** Free words: typed and closed with Enter or a comma. */
export function TagsInput({ suggestions = [], ...props }: SourceProps & Partial<Pick<FieldOf<'tags'>, 'suggestions'>>) {
  const { id, value, set, onBlur, box } = useField({ ...props, helperText: props.helperText ?? 'app.form.tagsHint' })
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
      options={[...suggestions]}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(_event, typed) => set(words(typed))}
      onBlur={onBlur}
      renderInput={pickerInput({ box })}
    />
  )
}
