import type { PricingRule } from '../../../contract/entities/pricing-rule'
import { formatDate, formatDateTime } from '../../providers/format/dates'
import { formatMinutes } from '../../providers/format/durations'
import { formatBasisPoints, formatMoney } from '../../providers/format/money'
import { weekdayNames } from '../../providers/format/names'
import type { Format } from '../../ui/useFormat'
import { choiceKey, type Vocabulary } from '../../kit/vocabularies'
import { CONDITIONS, isUsed, type ConditionKey } from './ruleConditions'

export type NamedResource = 'routes' | 'stations' | 'vehicle-types' | 'seasons' | 'partners'

export interface SentenceContext extends Format {
  /** Returns the name of a record that the rule references. */
  nameOf: (resource: NamedResource, id: string) => string
}

/** A rule in the form: empty fields are null. */
export type RuleDraft = { [K in keyof PricingRule]?: PricingRule[K] | null }

/** Maximum number of listed names; further ones are counted. */
const NAMES_SHOWN = 4
const EARLIEST = '00:00'

/** Describes effect, customers and dates of a rule in one sentence. Amounts in minor units. */
export function ruleSentence(rule: RuleDraft, context: SentenceContext): string {
  const { t } = context
  const effect = effectPhrase(rule, context)
  if (effect === null) return t('app.rule.says.nothing')
  const asked = CONDITIONS.filter((condition) => isUsed(condition, rule)).map(({ key }) => PHRASES[key](rule, context))
  const life = span(context, 'valid', rule.valid_from, rule.valid_to, (day) => formatDate(day, context.locale))
  const conditions = [...asked, ...(life === null ? [] : [life])].filter((phrase) => phrase !== null)
  return t('app.rule.says.sentence', {
    effect,
    conditions: conditions.length > 0 ? conditions.join(t('app.rule.says.comma')) : t('app.rule.says.always'),
  })
}

function effectPhrase(rule: RuleDraft, { t, locale }: SentenceContext): string | null {
  const job = effectChoiceOf(rule.stage, rule.effect)
  const amount = job?.effect === 'add_percent' ? rule.percent_bp : rule.amount_minor
  if (!job || typeof amount !== 'number') return null
  const isChange = job.effect === 'add_percent' || job.effect === 'add_amount'
  const size = isChange ? Math.abs(amount) : amount
  const value =
    job.effect === 'add_percent' ? formatBasisPoints(size, locale) : formatMoney(size, rule.currency ?? '', locale)
  const direction = !isChange ? '' : amount < 0 ? 'Lower' : 'Raise'
  const of = isChange ? (job.stage === 'fare_adjust' ? 'fare' : 'total') : job.key
  return t(`app.rule.says.${of}${direction}`, { value })
}

type Phrase = (rule: RuleDraft, context: SentenceContext) => string | null

const PHRASES: Record<ConditionKey, Phrase> = {
  season: (rule, context) => records(context, 'season', 'seasons', rule.season_ids),
  travelDate: (rule, context) =>
    span(context, 'travel', rule.travel_date_from, rule.travel_date_to, (day) => formatDate(day, context.locale)),
  weekday: (rule, context) => {
    const names = weekdayNames(context.locale, 'long')
    const days = (rule.weekdays ?? []).map((day) => names.find((name) => name.day === day)?.name ?? String(day))
    return listed(context, 'weekday', days, names.length)
  },
  departTime: ({ depart_time_from: from, depart_time_to: to }, { t }) => {
    if (!from || !to) return t('app.rule.says.departOpen', { time: from ?? to ?? EARLIEST })
    return t(`app.rule.says.${from > to ? 'departNight' : 'depart'}`, { from, to })
  },
  leadTime: (rule, context) =>
    span(context, 'lead', rule.lead_time_min_from, rule.lead_time_min_to, (min) => formatMinutes(min, context.locale)),
  saleAt: (rule, context) =>
    span(context, 'sale', rule.sale_at_from, rule.sale_at_to, (at) => formatDateTime(at, { locale: context.locale })),
  route: (rule, context) => records(context, 'route', 'routes', rule.route_ids),
  serviceKind: (rule, context) => words(context, 'serviceKind', 'serviceKinds', rule.service_kinds),
  origin: (rule, context) => records(context, 'origin', 'stations', rule.origin_station_ids),
  destination: (rule, context) => records(context, 'destination', 'stations', rule.destination_station_ids),
  zones: (rule, context) =>
    listed(
      context,
      'zones',
      (rule.zone_pairs ?? []).map((pair) => `${pair.from_zone} – ${pair.to_zone}`),
    ),
  vehicleType: (rule, context) => records(context, 'vehicleType', 'vehicle-types', rule.vehicle_type_ids),
  category: (rule, context) => words(context, 'category', 'passengerCategories', rule.passenger_categories),
  party: (rule, context) => span(context, 'party', rule.party_size_from, rule.party_size_to, String),
  load: (rule, context) =>
    span(context, 'load', rule.load_pct_from, rule.load_pct_to, (pct) => formatBasisPoints(pct * 100, context.locale)),
  tripType: ({ trip_type: type }, { t }) =>
    type ? t(`app.rule.says.${type === 'return' ? 'return' : 'oneWay'}`) : null,
  channel: (rule, context) => words(context, 'channel', 'channels', rule.channels),
  partner: (rule, context) => records(context, 'partner', 'partners', rule.partner_ids),
  customerTag: (rule, context) => listed(context, 'customerTag', rule.customer_tags ?? []),
  promoCode: (rule, context) => listed(context, 'promoCode', rule.promo_codes ?? []),
}

function listed({ t, locale }: SentenceContext, key: string, names: readonly string[], most = NAMES_SHOWN): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names
  const rest = names.length - shown.length
  const all = rest > 0 ? [...shown, t('app.rule.says.more', { smart_count: rest })] : shown
  return t(`app.rule.says.${key}`, { list: new Intl.ListFormat(locale, { type: 'disjunction' }).format(all) })
}

const records = (
  context: SentenceContext,
  key: string,
  resource: NamedResource,
  ids: readonly string[] | null | undefined,
): string =>
  listed(
    context,
    key,
    (ids ?? []).map((id) => context.nameOf(resource, id)),
  )

const words = (
  context: SentenceContext,
  key: string,
  vocabulary: Vocabulary,
  values: readonly string[] | null | undefined,
): string =>
  listed(
    context,
    key,
    (values ?? []).map((value) => context.t(choiceKey(vocabulary, value))),
  )

/** Returns `from … to …`, or only the given limit; null without limits. */
function span<T>(
  { t }: SentenceContext,
  key: string,
  from: T | null | undefined,
  to: T | null | undefined,
  textOf: (value: T) => string,
): string | null {
  const [first, last] = [from ?? null, to ?? null]
  if (first !== null && last !== null)
    return t(`app.rule.says.${key}Between`, { from: textOf(first), to: textOf(last) })
  if (first !== null) return t(`app.rule.says.${key}From`, { from: textOf(first) })
  return last === null ? null : t(`app.rule.says.${key}To`, { to: textOf(last) })
}

/** Effects of a rule as a single choice, each combining a stage and an effect. */
export const EFFECT_CHOICES = [
  { key: 'farePercent', stage: 'fare_adjust', effect: 'add_percent' },
  { key: 'fareAmount', stage: 'fare_adjust', effect: 'add_amount' },
  { key: 'fareSet', stage: 'base_override', effect: 'set_amount' },
  { key: 'totalPercent', stage: 'total_adjust', effect: 'add_percent' },
  { key: 'totalAmount', stage: 'total_adjust', effect: 'add_amount' },
  { key: 'totalLowest', stage: 'limit', effect: 'min_total' },
  { key: 'totalHighest', stage: 'limit', effect: 'max_total' },
] as const satisfies readonly { key: string; stage: PricingRule['stage']; effect: PricingRule['effect'] }[]

type EffectChoice = (typeof EFFECT_CHOICES)[number]

/** Returns the choice for a stage and an effect; undefined if they are not set. */
export const effectChoiceOf = (stage: unknown, effect: unknown): EffectChoice | undefined =>
  EFFECT_CHOICES.find((job) => job.stage === stage && job.effect === effect)
