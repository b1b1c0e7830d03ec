/** Types of random sequences of changes after a sale, shared by the engine and its oracle. Amounts are in minor units. */

export const CATEGORIES = ['adult', 'child', 'senior', 'infant'] as const
export type Category = (typeof CATEGORIES)[number]
export type Counts = Partial<Record<Category, number>>
export type Direction = 'out' | 'back'

/** Conditions on the party and the trip; an omitted field is not checked. */
export interface Asked {
  sizeFrom?: number
  sizeTo?: number
  trip?: 'return' | 'one_way'
  category?: Category
}

/** A price rule. Percentages apply before fixed amounts, then the maximum, then the minimum. */
export type PriceRule =
  /** Applies to each passenger's fare, rounded per passenger. */
  | ({ on: 'fare'; bp: number } & Asked)
  /** Applies to the sum of the fares that were sold together. */
  | ({ on: 'total'; bp: number } & Asked)
  /** Applies once per reservation. */
  | ({ on: 'total'; amount: number } & Asked)
  | ({ on: 'limit'; max: number } & Asked)
  | ({ on: 'limit'; min: number } & Asked)

/** The fee when fewer than `hours` are left: a share, or an amount. */
export interface Tier {
  hours: number
  bp?: number
  amount?: number
}

/** The conditions in force at one moment; a sale copies them. */
export interface Conditions {
  rules: readonly PriceRule[]
  /** Fares are rounded to multiples of this, in minor units. */
  increment: number
  tiers: readonly Tier[]
}

/** A departure with its fares per passenger; a category without a fare pays the adult fare, an infant nothing. */
export interface Departure {
  direction: Direction
  /** Departure time in hours after the first moment. */
  departs: number
  fares: Partial<Record<Category, number>>
}

export interface Addon {
  name: string
  /** Per unit. */
  amount: number
  refundable: boolean
}

export interface Sale {
  conditions: Conditions
  party: Counts
  legs: readonly Departure[]
  addons: readonly { addon: Addon; quantity: number }[]
  /** Null means the list price; an amount covers fares and add-ons together. */
  byHand: number | null
}

/** One call. Legs are numbered by their place among all legs ever sold, from 0; `now` is in hours after the first moment. */
export type Step = { now: number } & (
  | { do: 'giveUp'; party: Counts }
  | { do: 'giveUpLeg'; leg: number }
  | { do: 'giveUpAddon'; name: string; quantity: number }
  | { do: 'cancelAll' }
  | { do: 'add'; party: Counts; conditions: Conditions; departures: Readonly<Record<number, Departure>> }
  | { do: 'addLeg'; departure: Departure; conditions: Conditions }
  | { do: 'addAddon'; addon: Addon; quantity: number; conditions: Conditions }
  /** Moves to another departure of the same service date. */
  | { do: 'replaceLeg'; leg: number; to: Departure; conditions: Conditions }
  /** Corrects a wrong category on every leg. */
  | { do: 'correct'; from: Category; to: Category; count: number }
  | { do: 'operatorMoves'; leg: number; departs: number }
  | { do: 'operatorCancels'; leg: number }
)

export interface View {
  total: number
  ceiling: number
  fees: number
  /** Sum of the paid prices of the units that remain. */
  paid: number
  value: number
}

export interface Machine<S> {
  sell: (sale: Sale) => S
  apply: (state: S, step: Step) => S
  view: (state: S) => View
  /** Returns the same text only for states that have the same views after every sequence of steps. */
  keyOf: (state: S) => string
}
