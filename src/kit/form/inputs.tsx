import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { mayGive } from '../../../contract/core/ownership'
import { useUser } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../FieldValue'
import { isVisible, type AnyField, type FieldKind, type FieldOf } from '../fieldList'
import { hintKey, labelOf } from '../labels'
import {
  ChoiceInput,
  ChoicesInput,
  CodeChoiceInput,
  LanguageCodesInput,
  SwitchInput,
  TagsInput,
  WeekdaysInput,
} from './choiceInputs'
import {
  ColorInput,
  CodeInput,
  EmailInput,
  PasswordInput,
  PhoneInput,
  PlateInput,
  I18nInput,
  WordsInput,
} from './textInputs'
import { ClockTimeInput, DateInput, DatesInput, DateTimeInput, ServiceTimeInput } from './dayInputs'
import { FieldLabel } from './FieldLabel'
import { useFormInfo, type FieldInputProps } from './FormContext'
import { CoordinatesInput, DateRangesInput, GroupInput, RowsInput } from './nestedInputs'
import { DecimalInput, IntegerInput, MinutesInput, MoneyInput, PercentInput } from './numberInputs'
import { RecordInput } from './RecordInput'
import type { SourceProps } from './useField'

/** Input of each kind of field. A new kind does not compile until it has an input here. */
const INPUTS: { [K in FieldKind]: (props: SourceProps, field: FieldOf<K>) => ReactNode } = {
  text: (props, { multiline }) => <WordsInput {...props} multiline={multiline} />,
  prose: (props) => <WordsInput {...props} multiline />,
  i18n: (props, { multiline }) => <I18nInput {...props} multiline={multiline} />,
  code: (props, { upper }) => <CodeInput {...props} upper={upper} />,
  plate: (props) => <PlateInput {...props} />,
  email: (props) => <EmailInput {...props} />,
  phone: (props) => <PhoneInput {...props} />,
  password: (props) => <PasswordInput {...props} />,
  integer: (props, { unit }) => <IntegerInput {...props} unit={unit} />,
  number: (props, { unit }) => <DecimalInput {...props} unit={unit} />,
  boolean: (props) => <SwitchInput {...props} />,
  choice: (props, { vocabulary, status }) => <ChoiceInput {...props} vocabulary={vocabulary} status={status} />,
  choices: (props, { vocabulary }) => <ChoicesInput {...props} vocabulary={vocabulary} />,
  reference: (props, { to, filter }) => <RecordInput {...props} reference={to} filter={filter} />,
  references: (props, { to }) => <RecordInput {...props} reference={to} multiple />,
  date: (props) => <DateInput {...props} />,
  dateTime: (props, { zone }) => <DateTimeInput {...props} {...(zone && { zone })} />,
  serviceTime: (props) => <ServiceTimeInput {...props} />,
  clockTime: (props) => <ClockTimeInput {...props} />,
  minutes: (props) => <MinutesInput {...props} />,
  money: (props, { currency }) => <MoneyInput {...props} currency={currency} />,
  percentBp: (props) => <PercentInput {...props} />,
  color: (props) => <ColorInput {...props} />,
  tags: (props, { suggestions }) => <TagsInput {...props} {...(suggestions && { suggestions })} />,
  languageCodes: (props) => <LanguageCodesInput {...props} />,
  dates: (props) => <DatesInput {...props} />,
  dateRanges: ({ source }, field) => <DateRangesInput field={field} path={source} />,
  weekdays: (props) => <WeekdaysInput {...props} />,
  timeZone: (props, { kind }) => <CodeChoiceInput {...props} kind={kind} />,
  country: (props, { kind }) => <CodeChoiceInput {...props} kind={kind} />,
  currency: (props, { kind }) => <CodeChoiceInput {...props} kind={kind} />,
  language: (props, { kind }) => <CodeChoiceInput {...props} kind={kind} />,
  coordinates: (props, { longitude }) => <CoordinatesInput {...props} longitude={longitude} />,
  group: ({ source }, field) => <GroupInput field={field} path={source} />,
  rows: ({ source }, field) => <RowsInput field={field} path={source} />,
  custom: (_props, field) => <CustomInput field={field} />,
}

function CustomInput({ field }: { field: FieldOf<'custom'> }) {
  const { input: Custom } = field
  const { record } = useFormInfo()
  return Custom ? <Custom field={field} record={record ?? { id: '' }} /> : null
}

/** Renders an input, the value of a field that is read-only here, or nothing for a field that does not apply. */
export function FieldInput(props: FieldInputProps) {
  const { mode } = useFormInfo()
  const { when } = props.field
  if (!isVisible(props.field, mode)) return null
  return when ? <ConditionalField {...props} when={when} /> : <FieldCell {...props} />
}

function ConditionalField({ when, ...props }: FieldInputProps & { when: NonNullable<AnyField['when']> }) {
  const conditionValue: unknown = useWatch({ name: when.source })
  return when.in.includes(conditionValue) ? <FieldCell {...props} /> : null
}

/** Hides the label visually, but not from assistive technology. */
const UNSEEN_LABEL = {
  '& > * > .MuiInputLabel-root, & > .MuiAutocomplete-root > * > .MuiInputLabel-root': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    clipPath: 'inset(50%)',
  },
}

function FieldCell({ field, path, bare, wrap }: FieldInputProps) {
  const { mode, entity, spec } = useFormInfo()
  const role = useUser()?.role
  const renderInput = INPUTS[field.kind] as (props: SourceProps, field: AnyField) => ReactNode
  const rule = path === field.source ? entity.setBy[path] : undefined
  const isForeign = role !== undefined && !mayGive(rule, role)
  const settled = field.readOnly || ((field.fixed || field.owned) && mode === 'edit') || isForeign
  const content = settled ? (
    <SettledField field={field} path={path} />
  ) : (
    renderInput(
      {
        source: path,
        isRequired: field.required === true,
        helperText: field.hint ? hintKey(spec.name, field.source) : undefined,
      },
      field,
    )
  )
  if (!wrap && !bare) return content
  const place = { minWidth: 0, ...(wrap && field.wide ? { gridColumn: '1 / -1' } : {}) }
  return <Box sx={{ ...place, ...(bare ? UNSEEN_LABEL : {}) }}>{content}</Box>
}

/** Shows the value of a field that can no longer be changed. */
function SettledField({ field, path }: { field: AnyField; path: string }) {
  const { t } = useFormat()
  const { spec, record } = useFormInfo()
  if (!record) return null
  const parent = path.split('.').slice(0, -1).join('.')
  return (
    <div>
      <FieldLabel>{labelOf(t, spec.name, path)}</FieldLabel>
      <Box sx={{ minHeight: 36, display: 'flex', alignItems: 'center', color: 'text.secondary' }}>
        <FieldValue field={field} record={record} resource={spec.name} {...(parent ? { parent } : {})} />
      </Box>
    </div>
  )
}
