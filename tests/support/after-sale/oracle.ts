import { bookUnits, feesOf, type Booking } from './oracle-fees.ts'
import {
  batchesOf,
  divide,
  findFirstToDepart,
  isAddon,
  isPassenger,
  raiseCeilings,
  shareOf,
  sortUnits,
  sumOf,
  takeLatest,
  Valuation,
  type Batch,
  type AddonUnit,
  type Leg,
  type PassengerUnit,
  type Snapshot,
  type Unit,
} from './oracle-units.ts'
import {
  CATEGORIES,
  type Conditions,
  type Counts,
  type Departure,
  type Machine,
  type Sale,
  type Step,
  type View,
} from './world.ts'

/** The rule of docs/domain/pricing.md, and four wrong variants of it that lose money or charge too much. */
export type Wording = 'page' | 'later_facts' | 'ceiling_by_sale' | 'fees_on_fall' | 'shares_by_leg'

/** The manual price of a batch, with the full price of the batch by its conditions and its number of passengers. */
interface HandPrice {
  amount: number
  ordinary: number
  heads: number
  /** True when a person set the price for everything sold; otherwise add-ons keep their own prices on top of it. */
  isForAll: boolean
}

export interface OracleState {
  legs: Leg[]
  units: Unit[]
  bookings: Booking[]
  /** What each place has added to the ceiling; only one of the wrong variants uses more than their sum. */
  ceilings: Map<number, number>
  /** By batch key. */
  byHand: ReadonlyMap<string, HandPrice>
  lastPlace: number
  lastSnapshot: number
}

class Oracle implements Machine<OracleState> {
  readonly #wording: Wording

  constructor(wording: Wording) {
    this.#wording = wording
  }

  sell = (sale: Sale): OracleState => {
    const snapshot = { number: 1, conditions: sale.conditions }
    const legs = sale.legs.map(({ direction, departs }) => ({ direction, departs, earliest: departs }))
    const passengers = sale.legs.flatMap(({ fares }, leg) => boardParty(sale.party, { place: 1, leg, snapshot, fares }))
    const addons = sale.addons.flatMap(({ addon, quantity }) =>
      Array.from({ length: quantity }, (): AddonUnit => ({
        kind: 'addon',
        place: 1,
        leg: findFirstToDepart(legs, [...legs.keys()]),
        snapshot,
        paid: 0,
        ...addon,
      })),
    )
    const units = sortUnits([...passengers, ...addons])
    const byHand = new Map<string, HandPrice>()
    if (sale.byHand !== null) byHand.set(keyOf(units), this.#priceByHand(legs, units, sale.byHand, true))
    const state: OracleState = { legs, units, bookings: [], ceilings: new Map(), byHand, lastPlace: 1, lastSnapshot: 1 }
    const price = this.#valueOf(state)
    return { ...state, units: this.#charge(state, units, price), ceilings: new Map([[1, price]]) }
  }

  apply = (state: OracleState, step: Step): OracleState => {
    switch (step.do) {
      case 'giveUp':
        return this.#giveUp(state, takeParty(state, step.party), step.now)
      case 'giveUpLeg':
        return this.#giveUp(
          state,
          state.units.filter((unit) => isPassenger(unit) && unit.leg === step.leg),
          step.now,
        )
      case 'giveUpAddon': {
        const named = state.units.filter(isAddon).filter((unit) => unit.name === step.name)
        return this.#giveUp(state, takeLatest(named, step.quantity), step.now)
      }
      case 'cancelAll':
        return this.#giveUp(state, state.units, step.now)
      case 'add': {
        const { place, snapshot } = startSale(state, step.conditions)
        const added = liveLegs(state).flatMap((leg) =>
          boardParty(step.party, { place, leg, snapshot, fares: step.departures[leg]!.fares }),
        )
        return this.#add(state, added)
      }
      case 'addLeg': {
        const { place, snapshot } = startSale(state, step.conditions)
        const { direction, departs, fares } = step.departure
        const legs = [...state.legs, { direction, departs, earliest: departs }]
        const added = boardParty(partyOf(state), { place, leg: state.legs.length, snapshot, fares })
        return this.#add(state, added, legs)
      }
      case 'addAddon': {
        const { place, snapshot } = startSale(state, step.conditions)
        const leg = findFirstToDepart(state.legs, liveLegs(state))
        const added = Array.from({ length: step.quantity }, (): AddonUnit => ({
          kind: 'addon',
          place,
          leg,
          snapshot,
          paid: 0,
          ...step.addon,
        }))
        return this.#add(state, added)
      }
      case 'replaceLeg': {
        const snapshot = { number: state.lastSnapshot + 1, conditions: step.conditions }
        const changed = new Map<Unit, PassengerUnit>()
        for (const unit of state.units.filter(isPassenger)) {
          if (unit.leg === step.leg) changed.set(unit, { ...unit, snapshot, fares: step.to.fares })
        }
        const { direction, departs } = step.to
        const earliest = Math.min(state.legs[step.leg]!.earliest, departs)
        const legs = state.legs.with(step.leg, { direction, departs, earliest })
        return this.#replace(state, changed, step.now, { legs, lastSnapshot: snapshot.number })
      }
      case 'correct': {
        const changed = new Map<Unit, PassengerUnit>()
        for (const unit of takeParty(state, { [step.from]: step.count })) {
          changed.set(unit, { ...unit, category: step.to })
        }
        return this.#replace(state, changed, step.now)
      }
      case 'operatorMoves': {
        const moved = { ...state.legs[step.leg]!, departs: step.departs, earliest: step.departs }
        return { ...state, legs: state.legs.with(step.leg, moved) }
      }
      case 'operatorCancels':
        return this.#cancelLeg(state, step.leg)
    }
  }

  view = (state: OracleState): View => {
    const ceiling = sumOf([...state.ceilings.values()])
    const fees = this.#feesOf(state.bookings)
    const paid = sumOf(state.units.map((unit) => unit.paid))
    const value = this.#valueOf(state)
    const total =
      this.#wording === 'ceiling_by_sale' ? this.#totalBySale(state) : Math.min(ceiling, Math.max(paid, value) + fees)
    return { total, ceiling, fees, paid, value }
  }

  keyOf = (state: OracleState): string =>
    JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value))

  #valuation(legs: Leg[], counting: readonly Unit[]): Valuation {
    return new Valuation(legs, counting.filter(isPassenger), this.#wording === 'later_facts')
  }

  /** Returns the price of one batch by its conditions, without any other batch. */
  #valueAlone(legs: Leg[], batch: Batch): number {
    return this.#valuation(legs, batch).valueByList(batch)
  }

  #priceByHand(legs: Leg[], batch: Batch, amount: number, isForAll: boolean): HandPrice {
    const priced = isForAll ? batch : batch.filter(isPassenger)
    const heads = batch.filter(isPassenger).length
    return { amount, ordinary: this.#valueAlone(legs, priced), heads, isForAll }
  }

  /** The rest of a batch is worth its share of the manual price, by heads where the full batch costs nothing. */
  #valueByHand(legs: Leg[], batch: Batch, { amount, ordinary, heads, isForAll }: HandPrice): number {
    const passengers = batch.filter(isPassenger)
    const apart = isForAll ? 0 : sumOf(batch.filter(isAddon).map((addon) => addon.amount))
    if (ordinary > 0) return apart + shareOf(amount, this.#valueAlone(legs, isForAll ? batch : passengers), ordinary)
    return apart + (heads > 0 ? shareOf(amount, passengers.length, heads) : amount)
  }

  #valueOf({ legs, units, byHand }: OracleState): number {
    if (!units.some(isPassenger)) return 0
    const batches = batchesOf(units)
    const handValues = batches.map((batch) => {
      const price = byHand.get(keyOf(batch))
      return price ? this.#valueByHand(legs, batch, price) : 0
    })
    const byList = batches.filter((batch) => !byHand.has(keyOf(batch))).flat()
    const earliest = batches.find((batch) => batch.some(isPassenger))!
    const valueByList = this.#valuation(legs, units).valueByList(byList, !byHand.has(keyOf(earliest)))
    return sumOf(handValues) + valueByList
  }

  /** Returns the units with an amount divided over their paid prices. */
  #charge(state: OracleState, units: readonly Unit[], amount: number): Unit[] {
    const passengers = units.filter(isPassenger)
    const addons = units.filter(isAddon)
    const amounts = addons.map((unit) => unit.amount)
    const whole = sumOf(amounts)
    const shared = passengers.length === 0 || amount < whole
    const addonParts = shared ? divide(amount, amounts) : amounts
    const valuation = this.#valuation(state.legs, state.units)
    const fares = passengers.map((unit) => valuation.fareAfterRules(unit))
    const passengerParts = divide(shared ? 0 : amount - whole, fares)
    return units.map((unit) => {
      const part = isAddon(unit) ? addonParts[addons.indexOf(unit)]! : passengerParts[passengers.indexOf(unit)]!
      return { ...unit, paid: unit.paid + part }
    })
  }

  #giveUp(state: OracleState, chosen: readonly Unit[], now: number): OracleState {
    const someoneStays = state.units.some((unit) => isPassenger(unit) && !chosen.includes(unit))
    const gone = someoneStays ? state.units.filter((unit) => chosen.includes(unit)) : state.units
    const after = { ...state, units: state.units.filter((unit) => !gone.includes(unit)) }
    const paid = gone.map((unit) => unit.paid)
    const amounts =
      this.#wording === 'fees_on_fall' ? divide(Math.max(0, this.#valueOf(state) - this.#valueOf(after)), paid) : paid
    return { ...after, bookings: [...state.bookings, ...bookUnits(state.legs, gone, amounts, now)] }
  }

  #add(state: OracleState, added: readonly Unit[], legs: Leg[] = state.legs): OracleState {
    const place = state.lastPlace + 1
    const next = {
      ...state,
      legs,
      units: [...state.units, ...sortUnits(added)],
      lastPlace: place,
      lastSnapshot: state.lastSnapshot + 1,
    }
    const price = Math.max(0, this.#valueOf(next) - this.#valueOf(state))
    const ceilings = new Map([...state.ceilings, [place, price]])
    if (this.#wording === 'shares_by_leg') {
      const paid = sumOf(state.units.map((unit) => unit.paid))
      const unpaid = next.units.map((unit) => ({ ...unit, paid: 0 }))
      return { ...next, units: this.#charge(next, unpaid, paid + price), ceilings }
    }
    return { ...next, units: [...state.units, ...this.#charge(next, sortUnits(added), price)], ceilings }
  }

  #replace(
    state: OracleState,
    changed: ReadonlyMap<Unit, PassengerUnit>,
    now: number,
    also: Partial<OracleState> = {},
  ): OracleState {
    const replaced = [...changed.values()]
    const after = { ...state, ...also, units: state.units.map((unit) => changed.get(unit) ?? unit) }
    const rise = this.#valueOf(after) - this.#valueOf(state)
    const ordered = after.units.filter((unit) => replaced.some((other) => other === unit))
    if (rise >= 0) {
      const charged = this.#charge(after, ordered, rise)
      const units = after.units.map((unit) => (ordered.includes(unit) ? charged[ordered.indexOf(unit)]! : unit))
      const parts = charged.map((unit, index) => unit.paid - ordered[index]!.paid)
      return { ...after, units, ceilings: raiseCeilings(state.ceilings, ordered, parts) }
    }
    const old = state.units.filter((unit) => changed.has(unit))
    const paid = old.map((unit) => unit.paid)
    const released = divide(Math.min(-rise, sumOf(paid)), paid)
    const bookings = [...state.bookings, ...bookUnits(state.legs, old, released, now)]
    const lowered = new Map<Unit, number>(old.map((unit, index) => [changed.get(unit)!, released[index]!]))
    const units = after.units.map((unit) => ({ ...unit, paid: unit.paid - (lowered.get(unit) ?? 0) }))
    const next = { ...after, units, bookings }
    if (this.#wording === 'ceiling_by_sale') {
      const fallen = raiseCeilings(
        state.ceilings,
        old,
        released.map((part) => 0 - part),
      )
      return { ...next, ceilings: this.#keepFees(fallen, state.bookings, bookings) }
    }
    const paidBack = this.view(state).total - this.view({ ...next, ceilings: state.ceilings }).total
    return { ...next, ceilings: new Map([...state.ceilings, [1, state.ceilings.get(1)! - paidBack]]) }
  }

  /** Adds the rise of each sale's own fees to its ceiling. */
  #keepFees(
    ceilings: ReadonlyMap<number, number>,
    before: readonly Booking[],
    after: readonly Booking[],
  ): Map<number, number> {
    const own = (place: number, bookings: readonly Booking[]) => this.#feesAt(place, bookings)
    return new Map(
      [...ceilings].map(([place, ceiling]) => [place, ceiling + own(place, after) - own(place, before)] as const),
    )
  }

  #cancelLeg(state: OracleState, leg: number): OracleState {
    const rest = state.units.filter((unit) => !(isPassenger(unit) && unit.leg === leg))
    const units = rest.some(isPassenger) ? rest : []
    const bookings = state.bookings.filter((booking) => booking.leg !== leg)
    const prices = batchesOf(units).map((batch) => {
      const isForAll = state.byHand.get(keyOf(batch))?.isForAll ?? false
      const paid = sumOf((isForAll ? batch : batch.filter(isPassenger)).map((unit) => unit.paid))
      return [keyOf(batch), this.#priceByHand(state.legs, batch, paid, isForAll)] as const
    })
    const after = { ...state, units, bookings, byHand: new Map(prices) }
    const ceilings = new Map<number, number>()
    if (this.#wording !== 'ceiling_by_sale') {
      const most = sumOf(units.map((unit) => unit.paid)) + this.#feesOf(bookings)
      ceilings.set(1, Math.min(sumOf([...state.ceilings.values()]), most))
      return { ...after, ceilings }
    }
    for (const [place, ceiling] of state.ceilings) {
      const paid = sumOf(units.filter((unit) => unit.place === place).map((unit) => unit.paid))
      const fees = this.#feesAt(place, bookings)
      ceilings.set(place, Math.min(ceiling, paid + fees))
    }
    return { ...after, ceilings }
  }

  #feesOf(bookings: readonly Booking[]): number {
    if (this.#wording !== 'ceiling_by_sale') return feesOf(bookings)
    const places = new Set(bookings.map((booking) => booking.place))
    return sumOf([...places].map((place) => this.#feesAt(place, bookings)))
  }

  #feesAt(place: number, bookings: readonly Booking[]): number {
    return feesOf(bookings.filter((booking) => booking.place === place))
  }

  #totalBySale(state: OracleState): number {
    let total = 0
    let before = 0
    for (const [place, ceiling] of state.ceilings) {
      const own = state.units.filter((unit) => unit.place === place)
      const value = this.#valueOf({ ...state, units: state.units.filter((unit) => unit.place <= place) })
      const paid = sumOf(own.map((unit) => unit.paid))
      const fees = this.#feesAt(place, state.bookings)
      total += Math.min(ceiling, Math.max(paid, value - before) + fees)
      before = value
    }
    return total
  }
}

function boardParty(
  party: Counts,
  on: { place: number; leg: number; snapshot: Snapshot; fares: Departure['fares'] },
): PassengerUnit[] {
  return CATEGORIES.flatMap((category) =>
    Array.from({ length: party[category] ?? 0 }, (): PassengerUnit => ({
      kind: 'passenger',
      category,
      paid: 0,
      ...on,
    })),
  )
}

/** Returns the same key for all units of a batch, also after some of them are removed. */
function keyOf([unit]: Batch): string {
  return `${unit!.place}/${unit!.snapshot.number}`
}

function startSale(state: OracleState, conditions: Conditions): { place: number; snapshot: Snapshot } {
  return { place: state.lastPlace + 1, snapshot: { number: state.lastSnapshot + 1, conditions } }
}

/** Returns the legs that have passengers. */
function liveLegs(state: OracleState): number[] {
  return [...state.legs.keys()].filter((leg) => state.units.some((unit) => isPassenger(unit) && unit.leg === leg))
}

function partyOf(state: OracleState): Counts {
  const [leg] = liveLegs(state)
  const party: Counts = {}
  for (const unit of state.units.filter(isPassenger)) {
    if (unit.leg === leg) party[unit.category] = (party[unit.category] ?? 0) + 1
  }
  return party
}

/** Returns the given number of passengers of each category on every leg, the latest first. */
function takeParty(state: OracleState, party: Counts): PassengerUnit[] {
  const passengers = state.units.filter(isPassenger)
  return liveLegs(state).flatMap((leg) =>
    CATEGORIES.flatMap((category) => {
      const travelling = passengers.filter((unit) => unit.leg === leg && unit.category === category)
      return takeLatest(travelling, party[category] ?? 0)
    }),
  )
}

/** Creates a slow model of the price of a change after the sale, recomputed from single units at every step. */
export function oracle(wording: Wording = 'page'): Machine<OracleState> {
  return new Oracle(wording)
}
