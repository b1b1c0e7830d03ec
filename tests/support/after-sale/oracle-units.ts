import { CATEGORIES, type Asked, type Category, type Conditions, type Departure, type Direction } from './world.ts'

/** The conditions of one call, numbered in the order of the calls. */
export interface Snapshot {
  number: number
  conditions: Conditions
}

interface UnitBase {
  place: number
  leg: number
  snapshot: Snapshot
  paid: number
}

export interface PassengerUnit extends UnitBase {
  kind: 'passenger'
  category: Category
  fares: Departure['fares']
}

export interface AddonUnit extends UnitBase {
  kind: 'addon'
  name: string
  amount: number
  refundable: boolean
}

export type Unit = PassengerUnit | AddonUnit

/** Units of the same place and the same snapshot. */
export type Batch<U extends Unit = Unit> = readonly U[]

export interface Leg {
  direction: Direction
  departs: number
  /** The earliest departure that the leg ever had; the tiers are measured from it. */
  earliest: number
}

interface Facts {
  counts: Record<Category, number>
  size: number
  trip: 'return' | 'one_way'
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

export function isPassenger(unit: Unit): unit is PassengerUnit {
  return unit.kind === 'passenger'
}

export function isAddon(unit: Unit): unit is AddonUnit {
  return unit.kind === 'addon'
}

/** amount × numerator / denominator, half away from zero. */
export function shareOf(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(amount) * BigInt(numerator)
  const size = product < 0n ? -product : product
  const whole = Number((2n * size + BigInt(denominator)) / (2n * BigInt(denominator)))
  return product < 0n ? 0 - whole : whole
}

/** Divides an amount in proportion to weights; the remainder goes to the largest fractions, among equal ones to the last. */
export function divide(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  const whole = sumOf(weights)
  if (whole === 0)
    return divide(
      amount,
      weights.map(() => 1),
    )
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const parts = products.map((product) => Number(product / BigInt(whole)))
  const remainders = products.map((product) => Number(product % BigInt(whole)))
  const order = remainders.map((_, index) => index).sort((a, b) => remainders[b]! - remainders[a]! || b - a)
  for (const index of order.slice(0, amount - sumOf(parts))) parts[index]! += 1
  return parts
}

/** Sorts by place, leg and category; add-ons follow the passengers of their place. The sort is stable. */
export function sortUnits(units: readonly Unit[]): Unit[] {
  const rank = (unit: Unit) => (unit.kind === 'addon' ? CATEGORIES.length : CATEGORIES.indexOf(unit.category))
  return units.toSorted((a, b) => {
    if (a.place !== b.place) return a.place - b.place
    if (a.kind !== b.kind) return a.kind === 'passenger' ? -1 : 1
    if (a.kind === 'addon') return 0
    return a.leg - b.leg || rank(a) - rank(b)
  })
}

/** Returns the batches of the units, the earliest first. */
export function batchesOf<U extends Unit>(units: readonly U[]): Batch<U>[] {
  const batches: U[][] = []
  for (const unit of units) {
    const batch = batches.find(
      ([first]) => first!.place === unit.place && first!.snapshot.number === unit.snapshot.number,
    )
    if (batch) batch.push(unit)
    else batches.push([unit])
  }
  return batches.sort(([a], [b]) => a!.place - b!.place || a!.snapshot.number - b!.snapshot.number)
}

/** Returns the units removed first when only a number is given: latest place, latest conditions, last in the list. */
export function takeLatest<U extends Unit>(units: readonly U[], count: number): U[] {
  return units
    .toReversed()
    .toSorted((a, b) => b.place - a.place || b.snapshot.number - a.snapshot.number)
    .slice(0, count)
}

export function findFirstToDepart(legs: readonly Leg[], among: readonly number[]): number {
  return among.toSorted((a, b) => legs[a]!.earliest - legs[b]!.earliest || a - b)[0]!
}

export function raiseCeilings(
  ceilings: ReadonlyMap<number, number>,
  units: readonly Unit[],
  parts: readonly number[],
): Map<number, number> {
  const raised = new Map(ceilings)
  for (const [index, unit] of units.entries()) raised.set(unit.place, (raised.get(unit.place) ?? 0) + parts[index]!)
  return raised
}

function fareOf(unit: PassengerUnit): number {
  if (unit.category === 'infant') return unit.fares.infant ?? 0
  return unit.fares[unit.category] ?? unit.fares.adult ?? 0
}

/** Computes the value of units from the facts of the units that count for them. */
export class Valuation {
  readonly #legs: readonly Leg[]
  readonly #counting: readonly PassengerUnit[]
  readonly #laterCount: boolean
  readonly #facts = new Map<number, Facts>()

  constructor(legs: readonly Leg[], counting: readonly PassengerUnit[], laterCount: boolean) {
    this.#legs = legs
    this.#counting = counting
    this.#laterCount = laterCount
  }

  #factsAt(place: number): Facts {
    const known = this.#facts.get(place)
    if (known) return known
    const counting = this.#counting.filter((unit) => this.#laterCount || unit.place <= place)
    const onLegs = this.#legs.map((): Facts['counts'] => ({ adult: 0, child: 0, senior: 0, infant: 0 }))
    for (const unit of counting) onLegs[unit.leg]![unit.category] += 1
    const counts: Facts['counts'] = { adult: 0, child: 0, senior: 0, infant: 0 }
    for (const category of CATEGORIES) counts[category] = Math.max(...onLegs.map((onLeg) => onLeg[category]))
    const directions = new Set(counting.map((unit) => this.#legs[unit.leg]!.direction))
    const trip = directions.size === 2 ? 'return' : 'one_way'
    const facts: Facts = { counts, size: sumOf(Object.values(counts)), trip }
    this.#facts.set(place, facts)
    return facts
  }

  fareAfterRules(unit: PassengerUnit): number {
    const facts = this.#factsAt(unit.place)
    const fare = fareOf(unit)
    let changed = fare
    for (const rule of unit.snapshot.conditions.rules) {
      if (rule.on !== 'fare' || !allows(rule, facts)) continue
      if (rule.category !== undefined && rule.category !== unit.category) continue
      changed = Math.max(0, changed + shareOf(fare, rule.bp, 10_000))
    }
    return Math.max(0, changed)
  }

  #valueOfBatch(batch: Batch<PassengerUnit>): number {
    const { place, snapshot } = batch[0]!
    const facts = this.#factsAt(place)
    const fares = sumOf(batch.map((unit) => this.fareAfterRules(unit)))
    let sum = fares
    for (const rule of snapshot.conditions.rules) {
      if (rule.on === 'total' && 'bp' in rule && allows(rule, facts, true))
        sum = Math.max(0, sum + shareOf(fares, rule.bp, 10_000))
    }
    return Math.max(0, sum)
  }

  /** Applies fixed amounts, maximum, minimum and rounding, by the conditions of one batch. */
  #applyOnce(batch: Batch<PassengerUnit>, before: number): number {
    const { place, snapshot } = batch[0]!
    const facts = this.#factsAt(place)
    const rules = snapshot.conditions.rules.filter((rule) => rule.on !== 'fare' && allows(rule, facts, true))
    let sum = before
    for (const rule of rules) if ('amount' in rule) sum = Math.max(0, sum + rule.amount)
    for (const rule of rules) if ('max' in rule) sum = Math.min(sum, rule.max)
    for (const rule of rules) if ('min' in rule) sum = Math.max(sum, rule.min)
    return shareOf(sum, 1, snapshot.conditions.increment) * snapshot.conditions.increment
  }

  valueByList(units: readonly Unit[], once = true): number {
    const batches = batchesOf(units.filter(isPassenger))
    const sum = sumOf(batches.map((batch) => this.#valueOfBatch(batch)))
    const fares = once && batches.length > 0 ? this.#applyOnce(batches[0]!, sum) : sum
    return fares + sumOf(units.filter(isAddon).map((unit) => unit.amount))
  }
}

/** A rule on a fare checks the category of the passenger; all other rules check the categories in the party. */
function allows(asked: Asked, facts: Facts, categoryInParty = false): boolean {
  if (asked.sizeFrom !== undefined && facts.size < asked.sizeFrom) return false
  if (asked.sizeTo !== undefined && facts.size > asked.sizeTo) return false
  if (asked.trip !== undefined && facts.trip !== asked.trip) return false
  return !categoryInParty || asked.category === undefined || facts.counts[asked.category] > 0
}
