import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import { Fragment, type ReactNode } from 'react'
import { formatDate } from '../providers/format/dates'
import { formatMinutes, serviceTimeParts } from '../providers/format/durations'
import { numberFormat, commaOf } from '../providers/format/intl'
import { formatBasisPoints, formatMoney } from '../providers/format/money'
import { nameOfCode, weekdayNames } from '../providers/format/names'
import { MONOSPACE } from '../ui/theme/theme'
import { BreakableEmail } from '../ui/BreakableEmail'
import { Instant } from '../ui/Instant'
import { BARE_NOTHING, Muted, NOTHING } from '../ui/Muted'
import { PhoneText } from '../ui/PhoneText'
import { Plate } from '../ui/Plate'
import { reasonText } from '../ui/problemText'
import { StatusMark } from '../ui/StatusMark'
import { useFormat } from '../ui/useFormat'
import { type DisplayProps, type FieldValueProps, GroupDisplay, RowsDisplay } from './nestedDisplays'
import type { FieldKind } from './fields'
import { at, isNothing } from './paths'
import { RecordLink, useStationZoneQuery } from './RecordLink'
import { textIn } from './text'
import { choiceKey } from './vocabularies'

type Display<K extends FieldKind> = (props: DisplayProps<K>) => ReactNode

const items = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** @param by what stands between two; the reader's comma unless given. */
function Separated({ nodes, by }: { nodes: ReactNode[]; by?: string }) {
  const { locale } = useFormat()
  if (nodes.length === 0) return NOTHING
  return nodes.map((node, index) => (
    <Fragment key={index}>
      {index > 0 && (by ?? commaOf(locale))}
      {node}
    </Fragment>
  ))
}

type Any = Pick<DisplayProps, 'value'> & { bare?: boolean }

const Plain = ({ value }: Any) => <>{String(value)}</>
/** Names are written in any script: each keeps its own direction, down to the stop at its end. */
const Words: Display<'text'> = ({ value, field }) => {
  const { t } = useFormat()
  return <bdi>{field.isReason ? reasonText(String(value), t) : String(value)}</bdi>
}
const Prose = ({ value }: Any) => (
  <Box sx={{ whiteSpace: 'pre-wrap', maxWidth: '70ch' }}>
    <bdi>{String(value)}</bdi>
  </Box>
)
const Code = ({ value, bare }: Any) =>
  bare ? (
    String(value)
  ) : (
    <Box component="span" dir="ltr" sx={{ fontFamily: MONOSPACE, fontSize: '0.93em' }}>
      {String(value)}
    </Box>
  )

const I18n: Display<'i18n'> = ({ value, field }) => {
  const { language } = useFormat()
  const text = textIn(value as Record<string, string>, language)
  return field.multiline ? (
    <Box sx={{ whiteSpace: 'pre-wrap' }}>
      <bdi>{text}</bdi>
    </Box>
  ) : (
    <bdi>{text}</bdi>
  )
}

const Numeric: Display<'integer' | 'number'> = ({ value, field }) => {
  const { locale, t } = useFormat()
  const number = numberFormat(locale, { useGrouping: field.unit === 'km' }).format(Number(value))
  return (
    <>
      {field.unit && field.unit !== 'seats' && field.unit !== 'pieces'
        ? t(`app.unit.${field.unit}`, { value: number, count: Number(value) })
        : number}
    </>
  )
}

const YesNo: Display<'boolean'> = ({ value, bare }) => {
  const { t } = useFormat()
  return value === true ? <>{t('ra.boolean.true')}</> : <Muted bare={bare}>{t('ra.boolean.false')}</Muted>
}

const Choice: Display<'choice'> = ({ value, field, bare }) => {
  const { t } = useFormat()
  const label = t(choiceKey(field.vocabulary, String(value)))
  return field.status ? <StatusMark value={String(value)} label={label} bare={bare} /> : <>{label}</>
}

const Choices: Display<'choices'> = ({ value, field }) => {
  const { t } = useFormat()
  return <Separated nodes={items(value).map((word) => t(choiceKey(field.vocabulary, word)))} />
}

const Reference: Display<'reference'> = ({ value, field, bare }) => (
  <RecordLink resource={field.to} id={String(value)} bare={bare} />
)
const References: Display<'references'> = ({ value, field }) => (
  <Separated
    nodes={items(value).map((id) => (
      <RecordLink key={id} resource={field.to} id={id} />
    ))}
  />
)

const PlainDate: Display<'date'> = ({ value }) => <>{formatDate(String(value), useFormat().locale)}</>

const DateTime: Display<'dateTime'> = ({ value, field, record, path, bare }) => {
  const { zone } = field
  const shown = { value: String(value), bare }
  if (typeof zone === 'object') {
    const station = at(record, zone.station)
    return typeof station === 'string' ? <AtStation station={station} {...shown} /> : <Instant {...shown} />
  }
  const named = zone && (at(record, zone) ?? at(record, path.replace(/[^.]+$/, zone)))
  return <Instant {...shown} zone={typeof named === 'string' ? named : undefined} />
}

type Shown = Pick<Parameters<typeof Instant>[0], 'value' | 'bare'>

/** Draws no time before the zone is known: it would show the clock of another place, and then change. */
function AtStation({ station, ...shown }: Shown & { station: string }) {
  const { zone, isLoading } = useStationZoneQuery(station)
  return isLoading ? <Skeleton width={120} sx={{ display: 'inline-block' }} /> : <Instant {...shown} zone={zone} />
}

const ServiceTime: Display<'serviceTime'> = ({ value }) => {
  const { t } = useFormat()
  const { time, days } = serviceTimeParts(String(value))
  return (
    <span title={days > 0 ? t('app.time.serviceDay', { time: String(value).slice(0, -3) }) : undefined}>
      {time}
      {days > 0 && <Muted> +{days}</Muted>}
    </span>
  )
}

const Minutes: Display<'minutes'> = ({ value }) => <>{formatMinutes(Number(value), useFormat().locale)}</>

const Money: Display<'money'> = ({ value, field, record, path }) => {
  const { locale } = useFormat()
  const { currency } = field
  const code = currency ? (at(record, path.replace(/[^.]+$/, currency)) ?? at(record, currency)) : null
  if (typeof code === 'string') return <>{formatMoney(Number(value), code, locale)}</>
  return <>{numberFormat(locale, { minimumFractionDigits: 2 }).format(Number(value) / 100)}</>
}

const Percent: Display<'percentBp'> = ({ value }) => <>{formatBasisPoints(Number(value), useFormat().locale)}</>
const Phone: Display<'phone'> = ({ value, bare }) => {
  const link = { href: `tel:${String(value)}`, children: <PhoneText>{String(value)}</PhoneText> }
  if (bare) return <a {...link} />
  return <Box component="a" {...link} sx={{ color: 'inherit', textDecoration: 'none', whiteSpace: 'nowrap' }} />
}
const emailStyles = { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } } as const
const Email: Display<'email'> = ({ value, bare }) => {
  const text = <BreakableEmail>{String(value)}</BreakableEmail>
  const link = { dir: 'ltr', href: `mailto:${String(value)}`, children: text }
  return bare ? <a {...link} /> : <Box component="a" {...link} sx={emailStyles} />
}

const Colour: Display<'color'> = ({ value }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
    <Box
      component="span"
      aria-hidden
      sx={{ width: 14, height: 14, borderRadius: 1, bgcolor: String(value), border: 1, borderColor: 'divider' }}
    />
    <Code value={value} />
  </Box>
)

const Tags = ({ value }: Any) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 1 }}>
    {items(value).map((tag) => (
      <Chip key={tag} size="small" label={tag} />
    ))}
  </Box>
)

const LanguageCodes: Display<'languageCodes'> = ({ value }) => {
  const { locale } = useFormat()
  return <Separated nodes={items(value).map((code) => nameOfCode('language', code, locale))} />
}

const Dates: Display<'dates'> = ({ value }) => {
  const { locale } = useFormat()
  return <Separated nodes={items(value).map((day) => formatDate(day, locale))} by=" · " />
}

const DateRanges: Display<'dateRanges'> = ({ value }) => {
  const { locale } = useFormat()
  const ranges = Array.isArray(value) ? (value as { from: string; to: string }[]) : []
  return ranges.map((range, index) => (
    <div key={index}>
      {formatDate(range.from, locale)} – {formatDate(range.to, locale)}
    </div>
  ))
}

const Weekdays: Display<'weekdays'> = ({ value }) => {
  const { locale } = useFormat()
  const chosen = new Set(items(value))
  const names = weekdayNames(locale, 'short').filter(({ day }) => chosen.has(String(day)))
  return <Separated nodes={names.map(({ name }) => name)} />
}

const named = (type: 'language' | 'region') =>
  function Named({ value }: Any) {
    return <>{nameOfCode(type, String(value), useFormat().locale)}</>
  }

const Coordinates: Display<'coordinates'> = ({ value, field, record }) => {
  const { locale } = useFormat()
  const degrees = (number: unknown) => numberFormat(locale, { maximumFractionDigits: 6 }).format(Number(number))
  return <span dir="ltr">{`${degrees(value)}, ${degrees(at(record, field.longitude))}`}</span>
}

const Custom: Display<'custom'> = ({ field, record, value }) => {
  const { show: Show } = field
  return Show ? <Show field={field} record={record} /> : <>{String(value)}</>
}

/** How each kind of field is read. A new kind does not compile until it is drawn here. */
const DISPLAYS: { [K in FieldKind]: Display<K> } = {
  text: Words,
  prose: Prose,
  i18n: I18n,
  code: Code,
  plate: ({ value }) => <Plate>{String(value)}</Plate>,
  email: Email,
  phone: Phone,
  password: () => null,
  integer: Numeric,
  number: Numeric,
  boolean: YesNo,
  choice: Choice,
  choices: Choices,
  reference: Reference,
  references: References,
  date: PlainDate,
  dateTime: DateTime,
  serviceTime: ServiceTime,
  clockTime: Plain,
  minutes: Minutes,
  money: Money,
  percentBp: Percent,
  color: Colour,
  tags: Tags,
  languageCodes: LanguageCodes,
  dates: Dates,
  dateRanges: DateRanges,
  weekdays: Weekdays,
  timeZone: Plain,
  country: named('region'),
  currency: Plain,
  language: named('language'),
  coordinates: Coordinates,
  group: GroupDisplay,
  rows: RowsDisplay,
  custom: Custom,
}

/** A field of a record in the reader's words. */
export function FieldValue({ field, record, resource, parent, bare = false }: FieldValueProps) {
  const path = parent ? `${parent}.${field.source}` : field.source
  const value = at(record, path)
  if (isNothing(value) && field.kind !== 'custom') return bare ? BARE_NOTHING : NOTHING
  const Display = DISPLAYS[field.kind] as Display<FieldKind>
  return (
    <Display
      value={value}
      field={field}
      record={record}
      resource={resource}
      path={path}
      bare={bare}
      Value={FieldValue}
    />
  )
}
