import Autocomplete from '@mui/material/Autocomplete'
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanInput,
  CheckboxGroupInput,
  FieldTitle,
  isRequired,
  SelectInput,
  useWrappedSource,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { nameOfCode, weekdayNames } from '../../providers/format/names'
import { pickerInput } from '../../ui/pickerBox'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { SPOKEN_LANGUAGES } from '../codes'
import type { FieldOf } from '../fieldList'
import { optionsOf, type Option } from '../list/options'
import { at } from '../paths'
import { choiceKey, VOCABULARIES, type Vocabulary } from '../vocabularies'
import { useFormInfoIfAny, useNullable } from './FormContext'
import { useField, type SourceProps } from './useField'

/**
 * Returns the values of a choice; for the status of a record in the kit's form, only those that its transitions allow.
 */
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
 * Selects a value of a vocabulary. `SelectInput` names its empty option after a button that clears, so the choices
 * include one for fields that can be empty. @param props.status shows each value with its icon
 */
export function ChoiceInput({ vocabulary, status, ...props }: VocabularyProps & { status?: boolean | undefined }) {
  const { t } = useFormat()
  const words = useWords(props.source, vocabulary)
  const required = props.isRequired ?? isRequired(props.validate)
  const isNullable = useNullable(props.source, required)
  const choices = words.map((id) => ({ id, name: t(choiceKey(vocabulary, id)) }))
  return (
    <SelectInput
      {...props}
      isRequired
      label={<FieldTitle source={props.source} resource={props.resource} label={props.label} isRequired={required} />}
      choices={isNullable ? [{ id: '', name: t('app.form.none') }, ...choices] : choices}
      optionText={({ id, name }: (typeof choices)[number]) =>
        status && id ? <StatusMark value={id} label={name} /> : name
      }
      translateChoice={false}
      slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-required': required } }}
    />
  )
}

/** Returns the attributes of an input whose help text has no id in react-admin, and the element that they refer to. */
function useDescription(props: SourceProps) {
  const { id, error, helperText } = useField(props)
  const helpId = `${id}-help`
  return {
    attributes: { 'aria-invalid': error !== undefined, 'aria-describedby': helperText ? helpId : undefined },
    description: helperText && (
      <span id={helpId} hidden>
        {helperText}
      </span>
    ),
  }
}

/** Switch without a value until the user changes it. */
export function SwitchInput(props: SourceProps) {
  const { attributes, description } = useDescription(props)
  return (
    <>
      <BooleanInput {...props} defaultValue={null} options={{ size: 'small', slotProps: { input: attributes } }} />
      {description}
    </>
  )
}

interface ChipsInputProps extends SourceProps {
  options: readonly Option[]
}

/** Selects values by chips. They are stored in the order of the options. */
function ChipsInput({ options, ...props }: ChipsInputProps) {
  const { attributes, description } = useDescription(props)
  return (
    <div>
      <CheckboxGroupInput
        {...props}
        {...attributes}
        choices={[...options]}
        optionValue="value"
        optionText="label"
        translateChoice={false}
        parse={(chosen: Option['value'][]) =>
          options.map(({ value }) => value).filter((value) => chosen.includes(value))
        }
      />
      {description}
    </div>
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

/** Selects a value of a long list: countries, currencies, time zones, languages. */
export function CodeChoiceInput({ kind, ...props }: SourceProps & { kind: CodeKind }) {
  const format = useFormat()
  return (
    <AutocompleteInput
      {...props}
      choices={optionsOf({ source: props.source, kind }, format)}
      optionValue="value"
      optionText="label"
      translateChoice={false}
      openOnFocus={false}
      filterSelectedOptions={false}
    />
  )
}

export function LanguageCodesInput(props: SourceProps) {
  const { locale } = useFormat()
  const value: unknown = useWatch({ name: useWrappedSource(props.source) })
  const codes = new Set([...SPOKEN_LANGUAGES, ...(Array.isArray(value) ? value.map(String) : [])])
  return (
    <AutocompleteArrayInput
      {...props}
      choices={[...codes].map((id) => ({ id, name: nameOfCode('language', id, locale) }))}
      translateChoice={false}
      disableCloseOnSelect
      openOnFocus={false}
      filterSelectedOptions={false}
    />
  )
}

/** Free texts, each completed with Enter or a comma. */
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
