import type { PriceLine } from '../../../../contract/entities/price-line'
import { priceOf, type DraftLine, type Price } from '../../../domain/pricing/price'
import { seatPrice } from '../../../domain/pricing/seat-price'
import type { FareForSale } from '../../../domain/pricing/fares'
import type { Chance } from '../chance'
import { minutesOf, weekdayOf } from '../clock'
import { vehicleTypeId } from '../fleet/vehicle-types'
import { PLACES } from '../network/places'
import { routeId } from '../network/routes'
import { stationId } from '../network/stations'
import type { RowOf } from '../rows'
import { seasonOn } from '../sales/seasons'
import type { BookedLeg, Party } from './booking'

type Rule = RowOf<'pricing_rules'>
type Addon = RowOf<'addons'>

/** What prices are made of. */
export interface PriceList {
  /** Fares by `fareKey`. */
  fares: ReadonlyMap<string, readonly FareForSale[]>
  seasons: Parameters<typeof seasonOn>[0]
  rules: ReadonlyMap<string, Rule>
  addons: ReadonlyMap<string, Addon>
}

/** Groups the fares of a route by the stop where the ride starts; null for those that hold from any. */
export const fareKey = (route: string, originId: string | null): string => `${route} ${originId ?? 'any'}`

interface Sale {
  leg: BookedLeg
  party: Party
  /** Minutes between the sale and the departure. */
  leadMin: number
  isReturn: boolean
}

const BP = 10_000
const DAY_MIN = 1_440

/** The fares, what the rules make of them, and the add-ons that the party takes. */
export function priceSeats(sales: readonly Sale[], list: PriceList, chance: Chance): Price {
  const base = seatPrice(
    sales.map(({ leg }) => legToPrice(leg, list)),
    sales[0]?.party.passengers ?? [],
  )
  const [first] = sales
  if (!first) return base
  const fares = base.lines.map(asDraft)
  const perFare =
    sales.length === 1
      ? rulesPerFare(first, list).flatMap((rule) => base.lines.map((line) => ruleLine(rule, line)))
      : []
  const subtotal = sum([...fares, ...perFare])
  const perTotal = rulesPerTotal(first, list).map((rule) => totalLine(rule, subtotal))
  const drafts = [...fares, ...perFare, ...perTotal, ...limitLine(list, sum([...fares, ...perFare, ...perTotal]))]
  return priceOf([...drafts, ...addonLines(first, list, sum(drafts), chance)], base.currencies)
}

function legToPrice({ run, board, alight }: BookedLeg, list: PriceList) {
  const place = (seq: number) => {
    const code = run.line.stops[seq - 1]?.station ?? ''
    return { id: stationId(code), name: PLACES.find((candidate) => candidate.code === code)?.name ?? { en: code } }
  }
  const [route, origin] = [routeId(run.line.code), place(board)]
  return {
    routeCode: run.line.code,
    fares: [fareKey(route, origin.id), fareKey(route, null)].flatMap((key) => list.fares.get(key) ?? []),
    origin,
    destination: place(alight),
    vehicleTypeId: vehicleTypeId(run.line.vehicleType),
    serviceDate: run.day,
  }
}

const asDraft = ({ seq: _seq, amount_minor: _amount, ...line }: PriceLine): DraftLine => line
const sum = (lines: readonly DraftLine[]) => lines.reduce((total, line) => total + line.quantity * line.unit_minor, 0)

/** Half away from zero, in whole minor units. */
const share = (bp: number, amount: number): number =>
  Math.sign(bp * amount) * Math.floor((Math.abs(bp * amount) + BP / 2) / BP)

/** Rules that change what each passenger pays. */
function rulesPerFare({ leg, leadMin }: Sale, { rules, seasons }: PriceList): Rule[] {
  const { run, board } = leg
  const season = seasonOn(seasons, run.day)?.code
  const clock = (minutesOf(run.time) + (run.line.stops[board - 1]?.depart ?? 0)) % DAY_MIN
  const weekday = weekdayOf(run.day)
  const holds: readonly (readonly [code: string, holds: boolean])[] = [
    ['SUMMER-UP', season === 'SUMMER'],
    ['HOLIDAY-UP', season === 'EASTER' || season === 'CHRISTMAS'],
    ['NIGHT-UP', clock >= minutesOf('22:00') || clock < minutesOf('06:00')],
    ['WEEKEND-UP', run.line.kind === 'shuttle' && (weekday === 5 || weekday === 7)],
    ['LAST-SEATS', loadPct(leg) >= 80],
    ['EARLY-BIRD', loadPct(leg) < 80 && leadMin >= 14 * DAY_MIN],
  ]
  return named(rules, holds)
}

/** Rules that change the sum of the fares. */
function rulesPerTotal({ party, isReturn }: Sale, { rules }: PriceList): Rule[] {
  const size = party.passengers.length
  return named(rules, [
    ['GROUP-10', size >= 10],
    ['RETURN-5', size < 10 && isReturn],
    ['WEB-PROMO', party.channel === 'web' && size >= 3 && size <= 9],
  ])
}

const named = (rules: PriceList['rules'], holds: readonly (readonly [string, boolean])[]): Rule[] =>
  holds.flatMap(([code, does]) => (does ? (rules.get(code) ?? []) : []))

function loadPct({ run, board, alight }: BookedLeg): number {
  const legs = run.legs.filter((leg) => leg.leg_seq >= board && leg.leg_seq < alight)
  return Math.max(0, ...legs.map((leg) => ((leg.confirmed + leg.held) * 100) / Math.max(1, leg.capacity)))
}

const ofRule = (rule: Rule) => ({ code: rule.code, label: rule.name, rule_id: rule.id, rule_version: 1 })

const ruleLine = (rule: Rule, { passenger_category, quantity, unit_minor }: PriceLine): DraftLine => ({
  ...ofRule(rule),
  kind: 'rule',
  passenger_category,
  quantity,
  unit_minor: share(rule.percent_bp ?? 0, unit_minor),
  percent_bp: rule.percent_bp ?? null,
  base_minor: unit_minor,
})

const totalLine = (rule: Rule, subtotal: number): DraftLine => ({
  ...ofRule(rule),
  kind: 'rule',
  quantity: 1,
  unit_minor: rule.amount_minor ?? share(rule.percent_bp ?? 0, subtotal),
  percent_bp: rule.percent_bp ?? null,
  base_minor: subtotal,
})

function limitLine({ rules }: PriceList, total: number): DraftLine[] {
  const rule = rules.get('MIN-SALE')
  const missing = (rule?.amount_minor ?? 0) - total
  return rule && missing > 0 ? [{ ...ofRule(rule), kind: 'limit', quantity: 1, unit_minor: missing }] : []
}

function addonLines({ leg, party }: Sale, { addons }: PriceList, fare: number, chance: Chance): DraftLine[] {
  const { kind } = leg.run.line
  const size = party.passengers.length
  const childSeats = party.passengers.filter(({ needs }) => needs.includes('child_seat')).length
  const fromAirport = leg.run.line.stops[leg.board - 1]?.station === 'AGP'
  const taken: readonly (readonly [code: string, quantity: number])[] = [
    ['BAG', chance.is(0.14) ? chance.int(1, Math.min(3, size)) : 0],
    ['CHILD-SEAT', Math.min(childSeats, 4)],
    ['MEET', fromAirport && kind !== 'scheduled' && chance.is(0.14) ? 1 : 0],
    ['BIKE', kind === 'scheduled' && chance.is(0.02) ? 1 : 0],
    ['PET', chance.is(0.012) ? 1 : 0],
    ['LUNCH', kind === 'private_hire' && chance.is(0.5) ? size : 0],
    ['CARE', chance.is(0.05) ? size : 0],
    ['FLEX', fare > 0 && chance.is(0.09) ? 1 : 0],
  ]
  return taken.flatMap(([code, quantity]) => {
    const addon = addons.get(code)
    if (!addon || quantity === 0) return []
    const percent = addon.percent_bp ?? null
    return [
      {
        kind: 'addon',
        code,
        label: addon.name,
        quantity,
        unit_minor: percent === null ? (addon.amount_minor ?? 0) : share(percent, fare),
        percent_bp: percent,
        base_minor: percent === null ? null : fare,
      },
    ]
  })
}
