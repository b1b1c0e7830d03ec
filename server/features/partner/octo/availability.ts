import { Temporal } from 'temporal-polyfill'
import { OCTO_DAYS_MAX } from '../../../../contract/core/limits/partner-api'
import type {
  OctoAvailability,
  OctoAvailabilityBody,
  OctoCalendarBody,
  OctoCalendarDay,
} from '../../../../contract/partner/octo'
import { Id } from '../../../../contract/core/scalars'
import { sentence } from '../../../../contract/core/sentence'
import type { Reader } from '../../../db/transaction'
import type { PartyCounts } from '../../../domain/pricing/quote'
import { groupBy } from '../../../domain/group-by'
import { dayAt } from '../../../domain/pricing/travel'
import { seatsNeeded } from '../../../domain/availability/space'
import type { Context } from '../../../kernel/context'
import { Refusal } from '../../../http/refusal'
import { mapInSlices } from '../../../kernel/slices'
import type { Departure, DeparturesAsked, Ports } from './ports'
import { categoriesOf, oneSold, pricingOf, singles } from './products'
import { unknown } from './refusals'
import type { Sold } from './repository/products'

/** A product can have thousands of departures in the year that a reseller may query. */
const DEPARTURES_PER_SLICE = 100

type Units = OctoAvailabilityBody['units']
type Seats = Pick<OctoAvailability, 'available' | 'status' | 'vacancies' | 'capacity' | 'openingHours'>

/** Returns the id of an availability: a departure with its boarding and alighting stops. */
const availabilityIdOf = (leg: { journey_id: string; board_seq: number; alight_seq: number }): string =>
  `${leg.journey_id}.${leg.board_seq}.${leg.alight_seq}`

/** Returns an instant as local time with offset. */
const localTime = (instant: string, timezone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timezone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })

export const slotOf = (leg: {
  journey_id: string
  board_seq: number
  alight_seq: number
  departs_at: string
  arrives_at: string
  timezone: string
}) => ({
  id: availabilityIdOf(leg),
  localDateTimeStart: localTime(leg.departs_at, leg.timezone),
  localDateTimeEnd: localTime(leg.arrives_at, leg.timezone),
  allDay: false as const,
})

/** Returns one entry per requested day. @throws Refusal INVALID_PRODUCT_ID, INVALID_OPTION_ID, INVALID_UNIT_ID, malformed */
export async function calendarOf(
  ports: Ports,
  reader: Reader,
  body: OctoCalendarBody,
  context: Context,
  isPriced: boolean,
): Promise<OctoCalendarDay[]> {
  const sold = await oneSold(ports, reader, context, body)
  const [from, to] = [body.localDateStart, body.localDateEnd]
  const days = daysBetween(from, to)
  const asked = { days: { from, to, timezone: sold.timezone } }
  const departures = await departuresAsked(ports, reader, sold, body.units, asked, context, isPriced)
  const withDay = (departure: Departure) => ({ departure, day: dayAt(departure.departs_at, sold.timezone) })
  const byDay = groupBy(await mapInSlices(departures, withDay, DEPARTURES_PER_SLICE), ({ day }) => day)
  return days.map((localDate) => {
    const ofDay = (byDay.get(localDate) ?? []).map(({ departure }) => departure)
    const [best] = ofDay.toSorted(
      (a, b) => RANK[seatsOf(a).status] - RANK[seatsOf(b).status] || b.seats_left - a.seats_left,
    )
    const [cheapest = best] = ofDay.toSorted((a, b) => grossOf(a) - grossOf(b))
    return {
      localDate,
      ...(best ? seatsOf(best) : CLOSED),
      ...(isPriced && { unitPricingFrom: cheapest ? unitPricing(sold, cheapest) : [] }),
    }
  })
}

/** Returns departures by days or by availability ids. @throws as `calendarOf` */
export async function availabilityOf(
  ports: Ports,
  reader: Reader,
  body: OctoAvailabilityBody,
  context: Context,
  isPriced: boolean,
): Promise<OctoAvailability[]> {
  const sold = await oneSold(ports, reader, context, body)
  const { availabilityIds: ids, localDateStart: from, localDateEnd: to } = body
  if (ids ? Boolean(from ?? to) : !(from && to))
    throw new Refusal('malformed', sentence`Give either localDateStart and localDateEnd, or availabilityIds.`)
  if (from && to) daysBetween(from, to)
  const asked = {
    ...(from && to && { days: { from, to, timezone: sold.timezone } }),
    ...(ids && { journeyIds: ids.flatMap((id) => Id.safeParse(id.split('.')[0]).data ?? []) }),
  }
  const departures = await departuresAsked(ports, reader, sold, body.units, asked, context, isPriced)
  const presentDeparture = (departure: Departure): OctoAvailability => ({
    ...slotOf({ ...departure, journey_id: departure.id, timezone: sold.timezone }),
    utcCutoffAt: departure.cutoff_at,
    ...seatsOf(departure),
    maxUnits: null,
    ...(isPriced && { unitPricing: unitPricing(sold, departure), ...pricingOfParty(sold, departure) }),
  })
  const chosen = departures.filter((departure) => !ids || ids.includes(idOf(departure)))
  return mapInSlices(chosen, presentDeparture, DEPARTURES_PER_SLICE)
}

/** Returns the departure of an availability id. @throws Refusal INVALID_AVAILABILITY_ID */
export async function departureNamed(
  ports: Ports,
  reader: Reader,
  sold: Sold,
  availabilityId: string | null | undefined,
  context: Context,
): Promise<Departure> {
  const journeyId = Id.safeParse(availabilityId?.split('.')[0]).data
  const found = journeyId
    ? await ports.departures(reader, { ...segmentOf(sold), journeyIds: [journeyId], seats: 0, parties: [] }, context)
    : []
  const departure = found.find((candidate) => idOf(candidate) === availabilityId)
  if (!departure) throw unknown('INVALID_AVAILABILITY_ID', availabilityId ?? null)
  return departure
}

const segmentOf = ({ routeId, originId, destinationId }: Sold) => ({ routeId, originId, destinationId })
const idOf = ({ id, board_seq, alight_seq }: Departure) => availabilityIdOf({ journey_id: id, board_seq, alight_seq })

async function departuresAsked(
  ports: Ports,
  reader: Reader,
  sold: Sold,
  units: Units,
  asked: Pick<DeparturesAsked, 'days' | 'journeyIds'>,
  context: Context,
  isPriced: boolean,
): Promise<Departure[]> {
  const party = partyOf(sold, units)
  const passengers = [...party].flatMap(([category, count]) => Array.from({ length: count }, () => ({ category })))
  const parties = isPriced ? [...singles(categoriesOf(sold)), ...(party.size > 0 ? [party] : [])] : []
  return ports.departures(reader, { ...segmentOf(sold), ...asked, seats: seatsNeeded(passengers), parties }, context)
}

/** @throws Refusal INVALID_UNIT_ID */
function partyOf(sold: Sold, units: Units): PartyCounts {
  const party = new Map<ReturnType<typeof categoriesOf>[number], number>()
  for (const { id, quantity } of units ?? []) {
    const category = categoriesOf(sold).find((known) => known === id)
    if (!category) throw unknown('INVALID_UNIT_ID', id)
    party.set(category, (party.get(category) ?? 0) + quantity)
  }
  return party
}

/** Prices are ordered by category, followed by the price of the party. */
const unitPricing = (sold: Sold, { prices }: Departure) =>
  categoriesOf(sold).flatMap((unitId, index) => {
    const price = prices[index]
    return price ? [{ unitId, ...pricingOf(price) }] : []
  })

function pricingOfParty(sold: Sold, { prices }: Departure) {
  const price = prices[categoriesOf(sold).length]
  return price ? { pricing: pricingOf(price) } : {}
}

const grossOf = ({ prices }: Departure): number => prices.find((price) => price !== null)?.gross ?? Infinity

const RANK = { AVAILABLE: 0, LIMITED: 1, SOLD_OUT: 2, CLOSED: 3 } as const
const CLOSED: Seats = { available: false, status: 'CLOSED', vacancies: 0, capacity: null, openingHours: [] }

const seatsOf = ({ hasSeats, availability_status: status, seats_left: vacancies }: Departure): Seats => ({
  available: hasSeats,
  status: hasSeats ? status : 'SOLD_OUT',
  vacancies,
  capacity: null,
  openingHours: [],
})

/** @throws Refusal malformed */
function daysBetween(from: string, to: string): string[] {
  const first = Temporal.PlainDate.from(from)
  const count = first.until(to).days + 1
  if (count < 1 || count > OCTO_DAYS_MAX)
    throw new Refusal('malformed', sentence`localDateEnd must be at most ${OCTO_DAYS_MAX} days from localDateStart on.`)
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString())
}
