import type { ReactElement } from 'react'
import type { AnyField, FieldKind, FieldOf } from './fieldList'
import {
  ChoiceField,
  ChoicesField,
  CountryField,
  LanguageField,
  LanguagesField,
  StatusField,
  TagsField,
  YesNoField,
} from './fields/ChoiceFields'
import { ColorField } from './fields/ColorField'
import { EmailAddressField, PhoneField } from './fields/ContactFields'
import { CoordinatesField } from './fields/CoordinatesField'
import {
  DateRangesField,
  DayField,
  DaysField,
  InstantField,
  ServiceTimeField,
  WeekdaysField,
} from './fields/DateFields'
import { GroupField, RowsField } from './fields/NestedFields'
import { MinutesField, MoneyField, PercentField, QuantityField } from './fields/NumberFields'
import { RecordLinkField, RecordLinksField } from './fields/RecordLinkFields'
import { CodeField, I18nField, PlateField, ProseField, ReasonTextField, IsolatedTextField } from './fields/TextFields'
import { join } from './paths'
import type { AnyRecord } from './resource'

interface ElementProps {
  /** Path of the field in the record. */
  source: string
  record: AnyRecord
  bare: boolean
}

type ElementOf<K extends FieldKind> = (props: ElementProps, field: FieldOf<K>, resource: string) => ReactElement

const Text: ElementOf<'clockTime' | 'timeZone' | 'currency'> = (props) => <IsolatedTextField {...props} />
const Quantity: ElementOf<'integer' | 'number'> = (props, { unit }) => <QuantityField {...props} unit={unit} />

/** Renders a field of an object in a record. */
const nested = (record: AnyRecord, resource: string) => (field: AnyField, parent: string) => (
  <FieldValue field={field} record={record} resource={resource} parent={parent} />
)

/** The field component of each kind. A new kind does not compile until it is here. */
const ELEMENTS: { [K in FieldKind]: ElementOf<K> } = {
  text: (props, { isReason }) => (isReason ? <ReasonTextField {...props} /> : <IsolatedTextField {...props} />),
  prose: (props) => <ProseField {...props} />,
  i18n: (props, { multiline }) => <I18nField {...props} multiline={multiline} />,
  code: (props) => <CodeField {...props} />,
  plate: (props) => <PlateField {...props} />,
  email: (props) => <EmailAddressField {...props} />,
  phone: (props) => <PhoneField {...props} />,
  password: () => <></>,
  integer: Quantity,
  number: Quantity,
  boolean: (props) => <YesNoField {...props} />,
  choice: (props, { status, vocabulary }) =>
    status ? <StatusField {...props} vocabulary={vocabulary} /> : <ChoiceField {...props} vocabulary={vocabulary} />,
  choices: (props, { vocabulary }) => <ChoicesField {...props} vocabulary={vocabulary} />,
  reference: (props, { to }) => <RecordLinkField {...props} reference={to} />,
  references: (props, { to }) => <RecordLinksField {...props} reference={to} />,
  date: (props) => <DayField {...props} />,
  dateTime: (props, { zone }) => <InstantField {...props} zone={zone} />,
  serviceTime: (props) => <ServiceTimeField {...props} />,
  clockTime: Text,
  minutes: (props) => <MinutesField {...props} />,
  money: (props, { currency }) => <MoneyField {...props} currency={currency} />,
  percentBp: (props) => <PercentField {...props} />,
  color: (props) => <ColorField {...props} />,
  tags: (props) => <TagsField {...props} />,
  languageCodes: (props) => <LanguagesField {...props} />,
  dates: (props) => <DaysField {...props} />,
  dateRanges: (props) => <DateRangesField {...props} />,
  weekdays: (props) => <WeekdaysField {...props} />,
  timeZone: Text,
  country: (props) => <CountryField {...props} />,
  currency: Text,
  language: (props) => <LanguageField {...props} />,
  coordinates: (props, { longitude }) => <CoordinatesField {...props} longitude={longitude} />,
  group: (props, { fields }, resource) => (
    <GroupField {...props} fields={fields} resource={resource}>
      {nested(props.record, resource)}
    </GroupField>
  ),
  rows: (props, { fields, ordered }, resource) => (
    <RowsField {...props} fields={fields} ordered={ordered} resource={resource}>
      {nested(props.record, resource)}
    </RowsField>
  ),
  custom: (props, field) => {
    const { show: Show } = field
    return Show ? <Show field={field} record={props.record} /> : <IsolatedTextField {...props} />
  },
}

interface FieldValueProps {
  field: AnyField
  record: AnyRecord
  resource: string
  /** Path of the object that the field belongs to, when it is not the record itself. */
  parent?: string
  /** Whether to omit styles, for table cells that provide them. */
  bare?: boolean
}

/** Shows a field of a field list by the field component of its kind. */
export function FieldValue({ field, record, resource, parent, bare = false }: FieldValueProps) {
  const elementOf = ELEMENTS[field.kind] as ElementOf<FieldKind>
  return elementOf({ source: join(parent, field.source), record, bare }, field, resource)
}
