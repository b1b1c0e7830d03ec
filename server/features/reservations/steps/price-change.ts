import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire, ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Values } from '../../../crud/store-options'
import { priceHash, readPriceList } from '../../../kernel/prices'
import { same } from '../../../kernel/audit'
import type { Tx } from '../../../db/transaction'
import { addonIssueText, type AddonUnits } from '../../../domain/pricing/addon-lines'
import { change, findAddedUnpriced, type Changed, type Moment } from '../../../domain/pricing/changes/change'
import { isStretch, keptAfter, keptMoved, legKept, type KeptSale } from '../../../domain/pricing/changes/kept-sale'
import { NOTHING, type State, type WishedLeg } from '../../../domain/pricing/changes/state'
import type { Terms } from '../../../domain/pricing/changes/value'
import { maySetPrice } from '../../../domain/pricing/sell'
import { SEATED } from '../../../domain/reservations/status'
import type { Context } from '../../../http/context'
import { Refusal, invalid, invalidAt } from '../../../http/refusal'
import { refuseBeyondStock } from './addon-stock'
import { refuseBlocked } from './buyer'
import { keepKnownSale, quoteNow, readKeptSale, termsOf, wishedLeg } from '../repository/kept-sale'
import { keptHireOfToday, keptSeatsOfToday } from './kept-today'
import { countsOf, readRun, refuseUnpriced, wishedRunOf } from './prices'
import type { SoldLeg } from '../repository/journeys'
import { priceColumns } from '../repository/snapshots'

/** Another way or party for seats that were sold. */
interface SeatsWish {
  /** Its legs as they were, and as they are to be. */
  left: readonly SoldLeg[]
  sold: readonly SoldLeg[]
  passengers: readonly ReservationPassenger[]
  waived: boolean
}

/**
 * The columns of seats at another price, and the add-ons that are sold with them now.
 * @throws Refusal no_fare, validation, sold_out where an add-on is, or selling_price_below_net
 */
export async function changedSeats(
  tx: Tx,
  current: Reservation,
  wish: SeatsWish,
  context: Context,
): Promise<{ columns: Values; addons: AddonUnits[] }> {
  const { kept, terms, state } = await seatsState(tx, current, wish.left)
  const legs = legsOf(current, wish.sold, kept)
  const moment = momentOf(current, wish.waived, context)
  const ask = (addons: Reservation['addons']) =>
    change(terms, state, { party: countsOf(wish.passengers), legs, addons, run: null }, kept.ledger, moment)
  const asked = ask(current.addons)
  const unsold = asked.quote.addonIssues.filter(({ reason }) => reason === 'not_here').map(({ index }) => index)
  // What was sold for a part of the way that is given up goes with it.
  const addons = current.addons.filter((_, index) => !unsold.includes(index))
  const changed = unsold.length > 0 ? ask(addons) : asked
  refuse(changed, current)
  if (!current.price_override) refuseUnpriced({ unpriced: findAddedUnpriced(terms, state, changed) })
  else if (changed.adds) refusePriceByHand(changed, 'passengers', context)
  if (changed.adds) await refuseBlocked(tx, current.customer_id)
  const isElsewhere = wish.sold.some(({ leg }) => !wish.left.some((known) => known.journey.id === leg.journey_id))
  if (changed.adds || isElsewhere)
    await refuseBeyondStock(
      tx,
      { id: current.id, addons, legs: wish.sold.map(({ leg }) => leg) },
      changed.quote.addonUnits,
    )
  const columns = await columnsOf(tx, current, changed, keptAfter(kept, changed.state.legs, changed.ledger))
  return { columns: { ...(unsold.length > 0 && { addons }), ...columns }, addons: changed.quote.addonUnits }
}

/** The columns of a hire that runs otherwise, at another price. @throws Refusal no_fare where no tariff holds for it */
export async function changedRun(
  tx: Tx,
  current: Reservation,
  hire: Hire,
  waived: boolean,
  context: Context,
): Promise<Values> {
  const { kept, terms, state } = await runState(tx, current)
  const { run, tariff } = await wishedRun(tx, hire, kept)
  const wish = { party: new Map(), legs: [], addons: current.addons, run }
  const changed = change(terms, state, wish, kept.ledger, momentOf(current, waived, context))
  refuse(changed, current)
  if (!current.price_override) refuseUnpriced(changed.quote)
  else if (changed.adds || changed.quote.unpriced.length > 0) refusePriceByHand(changed, 'hire', context)
  if (changed.quote.total > current.total_minor) await refuseBlocked(tx, current.customer_id)
  const { id = 1, earliest = null } = changed.state.run ?? {}
  const tariffs = tariff && !kept.tariffs.includes(tariff) ? [...kept.tariffs, tariff] : kept.tariffs
  return columnsOf(tx, current, changed, { ...kept, tariffs, run: { id, earliest }, ledger: changed.ledger })
}

/**
 * All that is kept where a reservation is cancelled now, minor units: what earlier changes owe, too.
 * @param left its legs, with the seats that are taken without it
 */
export async function keptOfWhole(
  tx: Tx,
  current: Reservation,
  left: readonly SoldLeg[],
  waived: boolean,
  context: Context,
): Promise<number> {
  const earlier = current.price_lines.filter(({ kind }) => kind === 'cancellation_fee')
  const moment = momentOf(current, waived, context)
  if (waived || !moment.confirmed) return earlier.reduce((sum, line) => sum + line.amount_minor, 0)
  const { kept, terms, state } = current.hire ? await runState(tx, current) : await seatsState(tx, current, left)
  return change(terms, state, NOTHING, kept.ledger, moment).total
}

/** What is kept of a sale whose legs the operator moves: the price stays. Null where nothing was kept of it. */
export async function keptSaleMoved(
  tx: Tx,
  { id, legs: before }: Reservation,
  legs: readonly ReservationLeg[],
): Promise<string | null> {
  const kept = await readKeptSale(tx, id)
  const moved = legs.reduce((known, leg, place) => {
    const from = before[place]
    return known && from && !same(from, leg) ? keptMoved(known, stretchOf(from), stretchOf(leg)) : known
  }, kept)
  return moved && JSON.stringify(moved)
}

const stretchOf = ({ journey_id, board_seq, alight_seq }: ReservationLeg) => ({
  journeyId: journey_id.toLowerCase(),
  boardSeq: board_seq,
  alightSeq: alight_seq,
})

/** Who travels: those who have cancelled do not. */
export const travelling = (
  { passengers, passenger_statuses }: Reservation,
  statuses: Reservation['passenger_statuses'] = passenger_statuses,
): ReservationPassenger[] => passengers.filter((_, index) => statuses[index] !== 'cancelled')

const momentOf = ({ status }: Reservation, waived: boolean, context: Context): Moment => ({
  now: context.now().getTime(),
  confirmed: SEATED.includes(status),
  waived,
})

interface Known {
  kept: KeptSale
  terms: Terms
  state: State
}

async function seatsState(tx: Tx, current: Reservation, left: readonly SoldLeg[]): Promise<Known> {
  const party = countsOf(travelling(current))
  const kept = (await readKeptSale(tx, current.id)) ?? (await keptSeatsOfToday(tx, current, left, party))
  const wished = legsOf(current, left, kept)
  const legs = wished.map((leg, place) => {
    const { id = place + 1, earliest = null } = kept.legs.find((known) => isStretch(known, leg)) ?? {}
    return { ...leg, id, earliest }
  })
  return { kept, terms: await termsOf(tx, kept), state: { party, legs, addons: current.addons, run: null } }
}

function legsOf(current: Reservation, sold: readonly SoldLeg[], kept: KeptSale): WishedLeg[] {
  return sold.map((leg) => {
    const at = stretchOf({ ...leg.leg, journey_id: leg.journey.id })
    const known = kept.stretches.find((stretch) => isStretch(stretch, at))
    const names = { origin: leg.board.name, destination: leg.alight.name }
    return wishedLeg(leg, current, known ? legKept(known, names) : quoteNow(leg))
  })
}

async function runState(tx: Tx, current: Reservation): Promise<Known> {
  const kept = (await readKeptSale(tx, current.id)) ?? (await keptHireOfToday(tx, current))
  const { id = 1, earliest = null } = kept.run ?? {}
  const run = current.hire && { ...(await wishedRun(tx, current.hire, kept)).run, id, earliest }
  return { kept, terms: await termsOf(tx, kept), state: { party: new Map(), legs: [], addons: current.addons, run } }
}

/** A run by the tariff that was kept for such a one, else by the one of today. */
async function wishedRun(tx: Tx, hire: Hire, kept: KeptSale) {
  const { company } = await readPriceList(tx)
  const { travel, tariff: today } = await readRun(tx, hire, company.timezone)
  const known = kept.tariffs.find(
    (each) =>
      each.vehicleTypeId === hire.vehicle_type_id &&
      each.fromZone === travel.fromZone &&
      each.toZone === travel.toZone &&
      each.day === travel.serviceDate,
  )
  const tariff = known ?? today
  return { run: wishedRunOf(hire, travel, tariff), tariff }
}

function refuse({ quote, adds, commission }: Changed, current: Reservation): void {
  const isBound = SEATED.includes(current.status) || current.paid_minor > 0
  if (quote.currencies.length > 1 || (isBound && quote.total > 0 && quote.currency !== current.currency))
    throw invalidAt(
      current.hire ? 'hire' : 'legs',
      `It was sold in ${current.currency}, and this is sold in another currency: cancel it and book anew.`,
    )
  const issues = quote.addonIssues.filter(({ reason }) => reason !== 'not_here')
  if (adds && issues.length > 0)
    throw invalid(issues.map((issue) => ({ path: `addons.${issue.index}`, message: addonIssueText(issue) })))
  if (commission !== null && commission < 0)
    throw new Refusal('selling_price_below_net', 'The price is below the net rate of this partner. Raise it.')
}

/** Refuses additions to a reservation at a price set by hand by a role that may not set that price. @throws Refusal validation */
function refusePriceByHand({ quote }: Changed, field: 'passengers' | 'hire', { actor }: Context): void {
  if (maySetPrice(quote, actor.role)) return
  throw invalidAt(
    field,
    'It was sold at a price set by hand, and what is added at this price is further from the usual one than your role may go. Ask a manager.',
  )
}

async function columnsOf(tx: Tx, current: Reservation, changed: Changed, kept: KeptSale): Promise<Values> {
  const { lines, quote, commission } = changed
  const currency = quote.total > 0 ? quote.currency : current.currency
  const hash = priceHash(currency, lines)
  return {
    ...priceColumns({ ...current, currency }, lines, hash),
    currency,
    commission_minor: commission,
    kept_sale: await keepKnownSale(tx, kept),
    addon_units: JSON.stringify(quote.addonUnits),
  }
}
