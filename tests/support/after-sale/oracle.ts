import { bookUnits, feesOf, type Booking } from './oracle-fees.ts'
import {
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

/** The rule of the page, and four wordings of it that lose money or charge too much. */
export type Wording = 'page' | 'later_facts' | 'ceiling_by_sale' | 'fees_on_fall' | 'shares_by_leg'

/** A price set by hand, with the ordinary value and the passenger units of its sale. */
interface HandPrice {
  amount: number
  ordinary: number
  heads: number
}

export interface OracleState {
  legs: Leg[]
  units: Unit[]
  /** Units of legs that the operator has cancelled: they count for the facts and for nothing else. */
  cancelled: PassengerUnit[]
  bookings: Booking[]
  /** What each place has added to the ceiling; only their sum counts, but for one of the wrong wordings. */
  ceilings: Map<number, number>
  byHand: HandPrice | null
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
    const empty = { legs, cancelled: [], bookings: [], ceilings: new Map(), lastPlace: 1, lastSnapshot: 1 }
    const byList: OracleState = { ...empty, units, byHand: null }
    const byHand =
      sale.byHand === null ? null : { amount: sale.byHand, ordinary: this.#valueOf(byList), heads: passengers.length }
    const state = { ...byList, byHand }
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
        // Whoever is another passenger now was one on cancelled legs, too.
        const wrong = takeParty({ ...state, units: state.cancelled }, { [step.from]: step.count })
        const cancelled = state.cancelled.map((unit) => (wrong.includes(unit) ? { ...unit, category: step.to } : unit))
        return this.#replace(state, changed, step.now, { cancelled })
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

  #valuation(state: OracleState, batch?: number): Valuation {
    const passengers = [...state.units.filter(isPassenger), ...state.cancelled]
    const counting = passengers.filter((unit) => batch === undefined || unit.snapshot.number === batch)
    return new Valuation(state.legs, counting, this.#wording === 'later_facts')
  }

  #valueOf(state: OracleState): number {
    const { units, byHand } = state
    if (!units.some(isPassenger)) return 0
    if (byHand === null) return this.#valuation(state).valueByList(units)
    const ofHandSale = units.filter((unit) => unit.snapshot.number === 1)
    const later = units.filter((unit) => unit.snapshot.number !== 1)
    const heads = ofHandSale.filter(isPassenger).length
    const ordinary = this.#valuation(state, 1).valueByList(ofHandSale)
    const value =
      byHand.ordinary === 0
        ? shareOf(byHand.amount, heads, byHand.heads)
        : shareOf(byHand.amount, ordinary, byHand.ordinary)
    return value + this.#valuation(state).valueByList(later, heads === 0)
  }

  /** The given units with an amount divided over them added to their paid prices. */
  #charge(state: OracleState, units: readonly Unit[], amount: number): Unit[] {
    const passengers = units.filter(isPassenger)
    const addons = units.filter(isAddon)
    const amounts = addons.map((unit) => unit.amount)
    const whole = sumOf(amounts)
    const shared = passengers.length === 0 || amount < whole
    const addonParts = shared ? divide(amount, amounts) : amounts
    const valuation = this.#valuation(state)
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
    also: Partial<OracleState>,
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

  /** The ceiling of each sale with the rise of its own fees added. */
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
    const onLeg = state.units.filter((unit) => unit.leg === leg && isPassenger(unit))
    const rest = state.units.filter((unit) => !onLeg.includes(unit))
    const units = rest.some(isPassenger) ? rest : []
    const bookings = state.bookings.filter((booking) => booking.leg !== leg)
    const cancelled = [...state.cancelled, ...onLeg.filter(isPassenger)]
    const after = { ...state, units, bookings, cancelled }
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

function startSale(state: OracleState, conditions: Conditions): { place: number; snapshot: Snapshot } {
  return { place: state.lastPlace + 1, snapshot: { number: state.lastSnapshot + 1, conditions } }
}

/** The legs that somebody travels on. */
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

/** So many passengers of each category on every leg, the latest first. */
function takeParty(state: OracleState, party: Counts): PassengerUnit[] {
  const passengers = state.units.filter(isPassenger)
  return liveLegs(state).flatMap((leg) =>
    CATEGORIES.flatMap((category) => {
      const travelling = passengers.filter((unit) => unit.leg === leg && unit.category === category)
      return takeLatest(travelling, party[category] ?? 0)
    }),
  )
}

/** A slow model of the price of a change after the sale, recomputed from single units at every step. */
export function oracle(wording: Wording = 'page'): Machine<OracleState> {
  return new Oracle(wording)
}
