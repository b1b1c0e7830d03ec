import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { mayGive } from '../../../contract/core/ownership'
import { useUser, useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../displays'
import { isVisible, type AnyField, type FieldKind, type FieldOf } from '../fields'
import { labelOf } from '../labels'
import {
  BooleanInput,
  ChoiceInput,
  ChoicesInput,
  CodeChoiceInput,
  LanguageCodesInput,
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
  ProseInput,
  TextInput,
  I18nInput,
} from './textInputs'
import { ClockTimeInput, DateInput, DatesInput, DateTimeInput, ServiceTimeInput } from './dayInputs'
import { useFormInfo, type FieldInputProps } from './FormContext'
import { CoordinatesInput, DateRangesInput, GroupInput, RowsInput } from './nestedInputs'
import { IntegerInput, MinutesInput, MoneyInput, NumberInput, PercentInput } from './numberInputs'
import { type InputProps, useField } from './useField'
import { RecordPicker } from './RecordPicker'

type Input<K extends FieldKind> = (props: InputProps<Extract<AnyField, { kind: K }>>) => ReactNode

function CustomInput({ field }: InputProps<FieldOf<'custom'>>) {
  const { input: Custom } = field
  const { record } = useFormInfo()
  return Custom ? <Custom field={field} record={record ?? { id: '' }} /> : null
}

/** How each kind of field is asked for. A new kind does not compile until it is drawn here. */
const INPUTS: { [K in FieldKind]: Input<K> } = {
  text: TextInput,
  prose: ProseInput,
  i18n: I18nInput,
  code: CodeInput,
  plate: PlateInput,
  email: EmailInput,
  phone: PhoneInput,
  password: PasswordInput,
  integer: IntegerInput,
  number: NumberInput,
  boolean: BooleanInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  date: DateInput,
  dateTime: DateTimeInput,
  serviceTime: ServiceTimeInput,
  clockTime: ClockTimeInput,
  minutes: MinutesInput,
  money: MoneyInput,
  percentBp: PercentInput,
  color: ColorInput,
  tags: TagsInput,
  languageCodes: LanguageCodesInput,
  dates: DatesInput,
  dateRanges: DateRangesInput,
  weekdays: WeekdaysInput,
  timeZone: CodeChoiceInput,
  country: CodeChoiceInput,
  currency: CodeChoiceInput,
  language: CodeChoiceInput,
  coordinates: CoordinatesInput,
  group: GroupInput,
  rows: RowsInput,
  custom: CustomInput,
}

/** A field of the form: an input, its value where it is settled, nothing where it does not apply. */
export function FieldInput(props: FieldInputProps) {
  const { mode } = useFormInfo()
  const { when } = props.field
  if (!isVisible(props.field, mode)) return null
  return when ? <ConditionalField {...props} when={when} /> : <FieldCell {...props} />
}

function ConditionalField({ when, ...props }: FieldInputProps & { when: NonNullable<AnyField['when']> }) {
  const governing: unknown = useWatch({ name: when.source })
  return when.in.includes(governing) ? <FieldCell {...props} /> : null
}

function FieldCell({ field, path, bare, wrap }: FieldInputProps) {
  const { mode, entity } = useFormInfo()
  const role = useUser()?.role
  const Input = INPUTS[field.kind] as Input<FieldKind>
  const rule = path === field.source ? entity.setBy[path] : undefined
  const isForeign = role !== undefined && !mayGive(rule, role)
  const settled = field.readOnly || ((field.fixed || field.owned) && mode === 'edit') || isForeign
  const content = settled ? (
    <SettledField field={field} path={path} />
  ) : (
    <Input field={field} path={path} {...(bare ? { bare } : {})} />
  )
  return wrap ? <Box sx={{ minWidth: 0, ...(field.wide ? { gridColumn: '1 / -1' } : {}) }}>{content}</Box> : content
}

/** A field that can no longer be changed, as its value. */
function SettledField({ field, path }: { field: AnyField; path: string }) {
  const { t } = useFormat()
  const { spec, record } = useFormInfo()
  if (!record) return null
  const parent = path.split('.').slice(0, -1).join('.')
  return (
    <div>
      <Box sx={{ fontSize: 'body2.fontSize', fontWeight: 500, lineHeight: 1.4, mb: 1.25 }}>
        {labelOf(t, spec.name, path)}
      </Box>
      <Box sx={{ minHeight: 36, display: 'flex', alignItems: 'center', color: 'text.secondary' }}>
        <FieldValue field={field} record={record} resource={spec.name} {...(parent ? { parent } : {})} />
      </Box>
    </div>
  )
}

/** Another record. Left out where the reader may not see such records. */
function ReferenceInput(props: InputProps<FieldOf<'reference'>>) {
  const { id, value, set, onBlur, label, box } = useField(props)
  const { to, filter } = props.field
  if (!useMay('list', to)) return null
  const ids = typeof value === 'string' && value ? [value] : []
  return (
    <RecordPicker
      id={id}
      box={box}
      ariaLabel={props.bare ? label : undefined}
      resource={to}
      filter={filter}
      ids={ids}
      onPick={([id]) => set(id ?? null)}
      onBlur={onBlur}
    />
  )
}

function ReferencesInput(props: InputProps<FieldOf<'references'>>) {
  const { id, value, set, onBlur, label, box } = useField(props)
  const { to } = props.field
  if (!useMay('list', to)) return null
  const ids = Array.isArray(value) ? value.map(String) : []
  return (
    <RecordPicker
      id={id}
      box={box}
      ariaLabel={props.bare ? label : undefined}
      multiple
      resource={to}
      ids={ids}
      onPick={set}
      onBlur={onBlur}
    />
  )
}
