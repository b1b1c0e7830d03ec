/** The language of random sequences of changes after a sale, spoken by the engine and by its oracle. Amounts in minor units. */

export const CATEGORIES = ['adult', 'child', 'senior', 'infant'] as const
export type Category = (typeof CATEGORIES)[number]
export type Counts = Partial<Record<Category, number>>
export type Direction = 'out' | 'back'

/** Asked of the party and the trip; what is left out is not asked. */
export interface Asked {
  sizeFrom?: number
  sizeTo?: number
  trip?: 'return' | 'one_way'
  category?: Category
}

/** A rule of the price. Percentages come before fixed amounts, those before the maximum, and that before the minimum. */
export type PriceRule =
  /** On each passenger's fare, rounded for one passenger. */
  | ({ on: 'fare'; bp: number } & Asked)
  /** On the sum of the fares that were sold together. */
  | ({ on: 'total'; bp: number } & Asked)
  /** Once per reservation. */
  | ({ on: 'total'; amount: number } & Asked)
  | ({ on: 'limit'; max: number } & Asked)
  | ({ on: 'limit'; min: number } & Asked)

/** What is kept when less than so many hours are left: a share, or an amount. */
export interface Tier {
  hours: number
  bp?: number
  amount?: number
}

/** What holds at one moment; a sale takes a copy of it. */
export interface Conditions {
  rules: readonly PriceRule[]
  /** Fares come out as multiples of this, minor units. */
  increment: number
  tiers: readonly Tier[]
}

/** A departure with its fares of one passenger; a category without one pays the adult fare, and an infant nothing. */
export interface Departure {
  direction: Direction
  /** Hours after the first moment at which it leaves. */
  departs: number
  fares: Partial<Record<Category, number>>
}

export interface Addon {
  name: string
  /** Of one unit. */
  amount: number
  refundable: boolean
}

export interface Sale {
  conditions: Conditions
  party: Counts
  legs: readonly Departure[]
  addons: readonly { addon: Addon; quantity: number }[]
  /** Null = by the list; an amount for fares and add-ons together. */
  byHand: number | null
}

/** One call. Legs are named by their place among those ever sold, from 0; `now` in hours after the first moment. */
export type Step = { now: number } & (
  | { do: 'giveUp'; party: Counts }
  | { do: 'giveUpLeg'; leg: number }
  | { do: 'giveUpAddon'; name: string; quantity: number }
  | { do: 'cancelAll' }
  | { do: 'add'; party: Counts; conditions: Conditions; departures: Readonly<Record<number, Departure>> }
  | { do: 'addLeg'; departure: Departure; conditions: Conditions }
  | { do: 'addAddon'; addon: Addon; quantity: number; conditions: Conditions }
  /** Another departure of the same service date. */
  | { do: 'replaceLeg'; leg: number; to: Departure; conditions: Conditions }
  /** A wrong category is put right on every leg. */
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
}
