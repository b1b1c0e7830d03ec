import type { RuleVerdict } from '../../../contract/operations/quote'
import { formatDate, formatDateTime } from '../../providers/format/dates'
import { formatLead, formatMinutes } from '../../providers/format/durations'
import { numberFormat } from '../../providers/format/intl'
import { weekdayNames } from '../../providers/format/names'
import type { Format } from '../../ui/useFormat'
import { choiceKey, type Vocabulary } from '../../kit/vocabularies'

type Dimension = NonNullable<RuleVerdict['failed_dimension']>
type Words = (value: string, format: Format) => string

const chosen =
  (vocabulary: Vocabulary): Words =>
  (value, { t }) =>
    t(choiceKey(vocabulary, value))
const day: Words = (value, { locale }) => formatDate(value, locale)
const plain: Words = (value, { locale }) => numberFormat(locale).format(Number(value))

interface DimensionTexts {
  /** Text of the required value, `app.price.needs.<needs>`; ranges append their bounds to the key. */
  needs: string
  /** Text of the actual value, if it differs from `app.price.here.is`. */
  here?: string
  /** Text of a missing value. */
  none?: string
  /** Formats a value; by default the value itself. */
  words?: Words
}

/** Texts of each condition; other reasons have a fixed text. */
const DIMENSION_TEXTS: Partial<Record<Dimension, DimensionTexts>> = {
  route: { needs: 'route', none: 'route' },
  service_kind: { needs: 'serviceKind', words: chosen('serviceKinds') },
  origin: { needs: 'origin', here: 'origin' },
  destination: { needs: 'destination', here: 'destination' },
  zones: { needs: 'zones', none: 'zones' },
  vehicle_type: { needs: 'vehicleType', none: 'vehicleType' },
  season: { needs: 'season', none: 'season' },
  weekday: {
    needs: 'weekday',
    words: (value, { locale }) =>
      weekdayNames(locale, 'long').find((name) => name.day === Number(value))?.name ?? value,
  },
  depart_time: { needs: 'depart', here: 'depart' },
  travel_date: { needs: 'travel', words: day },
  sale_at: { needs: 'sale', here: 'sale', words: (value, { locale }) => formatDateTime(value, { locale }) },
  lead_time: { needs: 'lead', here: 'lead', words: (value, { locale }) => formatMinutes(Number(value), locale) },
  load: {
    needs: 'load',
    here: 'load',
    words: (value, { locale }) => numberFormat(locale, { style: 'percent' }).format(Number(value) / 100),
  },
  passenger_category: { needs: 'category', words: chosen('passengerCategories') },
  party_size: { needs: 'party', here: 'party', words: plain },
  channel: { needs: 'channel', words: chosen('channels') },
  partner: { needs: 'partner', none: 'partner' },
  customer_tag: { needs: 'customerTag', here: 'customerTag', none: 'customerTag' },
  promo_code: { needs: 'promoCode', here: 'promoCode', none: 'promoCode' },
  validity: { needs: 'valid', here: 'sale', words: day },
  currency: { needs: 'currency' },
}

const joined = (type: 'conjunction' | 'disjunction', words: readonly string[], locale: string) =>
  new Intl.ListFormat(locale, { type }).format(words)

/** Returns the reason why a rule does not apply: the required value and the actual one. */
export function ruleReason(verdict: RuleVerdict, format: Format): string {
  const { failed_dimension: failed, actual } = verdict
  const { t } = format
  if (failed === null) return ''
  // The actual value follows from the required one, because there are only two types of trips.
  if (failed === 'trip_type') return t(`app.price.needs.${verdict.expected[0] === 'return' ? 'return' : 'oneWay'}`)
  const texts = DIMENSION_TEXTS[failed]
  if (!texts) return t(`choices.ruleRejections.${failed}`)
  const needs = needsOf(texts, verdict, format)
  const here = hereOf(failed, texts, actual, format)
  return here ? t('app.price.reason', { needs, here }) : needs
}

function needsOf({ needs, words }: DimensionTexts, asked: RuleVerdict, format: Format): string {
  const { expected, expected_range: range } = asked
  const { t, locale } = format
  const said = (value: string) => words?.(value, format) ?? value
  if (range === null) return t(`app.price.needs.${needs}`, { list: joined('disjunction', expected.map(said), locale) })
  const [from, to] = [range.from, range.to].map((bound) => (bound === null ? '' : said(bound)))
  const bounds = range.to === null ? 'From' : range.from === null ? 'To' : 'Between'
  const key = `app.price.needs.${needs}${needs === 'depart' ? '' : bounds}`
  const counted = needs === 'party' ? { smart_count: Number(range.to ?? range.from) } : {}
  return t(key, { from, to, ...counted })
}

function hereOf(failed: Dimension, texts: DimensionTexts, actual: string | null, format: Format): string {
  const { t, locale } = format
  // One of the two stations may have no zone.
  const isNothing = actual === null || (failed === 'zones' && /^→|→$/.test(actual))
  if (isNothing) return texts.none ? t(`app.price.none.${texts.none}`) : ''
  const said = (value: string) => texts.words?.(value, format) ?? value
  const value =
    failed === 'lead_time'
      ? formatLead(Number(actual), locale)
      : // The categories of passengers and the tags of a customer arrive as one text.
        failed === 'passenger_category' || failed === 'customer_tag'
        ? joined('conjunction', actual.split(', ').map(said), locale)
        : said(actual)
  const counted = failed === 'party_size' ? { smart_count: Number(actual) } : {}
  return t(`app.price.here.${texts.here ?? 'is'}`, { value, ...counted })
}
