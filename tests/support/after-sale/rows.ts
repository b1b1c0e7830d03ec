import type { Conditions, Counts, Departure, Direction, PriceRule, Sale, Step, Tier } from './world.ts'

/** The outbound leg departs while cancelling still costs the whole price, the return leg later than that. */
const OUT_DEPARTS = 10
const BACK_DEPARTS = 500

const FREE: readonly Tier[] = []
const HALF: readonly Tier[] = [{ hours: 100, bp: 5_000 }]
const WHOLE: readonly Tier[] = [{ hours: 100, bp: 10_000 }]

const GROUP_OF_5: PriceRule = { on: 'fare', bp: -5_000, sizeFrom: 5 }
const GROUP_OF_10: PriceRule = { on: 'fare', bp: -5_000, sizeFrom: 10 }

function under(tiers: readonly Tier[], ...rules: PriceRule[]): Conditions {
  return { rules, increment: 1, tiers }
}

function leg(fares: Departure['fares'], direction: Direction = 'out'): Departure {
  return { direction, departs: direction === 'out' ? OUT_DEPARTS : BACK_DEPARTS, fares }
}

function sold(conditions: Conditions, party: Counts, ...legs: Departure[]): Sale {
  return { conditions, party, legs, addons: [], byHand: null }
}

function add(conditions: Conditions, party: Counts, departure: Departure): Step {
  return { now: 0, do: 'add', party, conditions, departures: { 0: departure } }
}

function addLeg(conditions: Conditions, departure: Departure): Step {
  return { now: 0, do: 'addLeg', departure, conditions }
}

function giveUp(party: Counts): Step {
  return { now: 0, do: 'giveUp', party }
}

function giveUpLeg(place: number): Step {
  return { now: 0, do: 'giveUpLeg', leg: place }
}

function replaceLeg(conditions: Conditions, to: Departure, place = 0): Step {
  return { now: 0, do: 'replaceLeg', leg: place, to, conditions }
}

function operatorCancels(place: number): Step {
  return { now: 0, do: 'operatorCancels', leg: place }
}

const CANCEL_ALL: Step = { now: 0, do: 'cancelAll' }

export interface Row {
  sale: Sale
  steps: Step[]
  /** After the sale and after each step. */
  totals: number[]
}

const fourAtHalfFrom5 = under(WHOLE, GROUP_OF_5)
const tenInHalf = under(HALF, GROUP_OF_10)
const twelveFree = under(FREE, GROUP_OF_10)
const returnTrip = under(WHOLE, { on: 'fare', bp: -1_000, trip: 'return' })
const outAndBack = sold(returnTrip, { adult: 1 }, leg({ adult: 4_000 }), leg({ adult: 4_000 }, 'back'))
const atLeast20 = under(FREE, { on: 'limit', min: 2_000 })
const less90 = under(FREE, { on: 'total', amount: -9_000 })
const lessAsReturn = under(FREE, { on: 'fare', bp: -1_000, trip: 'return' })
const BAG = { name: 'bag', amount: 500, refundable: true }
const [outAt1000, backAt1000] = [leg({ adult: 1_000 }), leg({ adult: 1_000 }, 'back')]

/** The worked examples of docs/domain/pricing.md, and four more. */
export const ROWS: Record<string, Row> = {
  '1: one at the old price, five more at the new one': {
    sale: sold(under(FREE), { adult: 1 }, leg({ adult: 500 })),
    steps: [add(under(FREE), { adult: 5 }, leg({ adult: 5_000 }))],
    totals: [500, 25_500],
  },
  '2: one by hand for nothing, nine more by the list': {
    sale: { ...sold(under(FREE), { adult: 1 }, leg({ adult: 1_000 })), byHand: 0 },
    steps: [add(under(FREE), { adult: 9 }, leg({ adult: 1_000 }))],
    totals: [0, 9_000],
  },
  '3: a child more and less within the hours of the whole price': {
    sale: sold(fourAtHalfFrom5, { adult: 4 }, leg({ adult: 1_000 })),
    steps: [add(fourAtHalfFrom5, { child: 1 }, leg({ adult: 1_000, child: 500 })), giveUp({ child: 1 }), CANCEL_ALL],
    totals: [4_000, 4_250, 4_250, 4_250],
  },
  '4: an infant for nothing': {
    sale: sold(fourAtHalfFrom5, { adult: 4 }, leg({ adult: 1_000 })),
    steps: [add(fourAtHalfFrom5, { infant: 1 }, leg({ adult: 1_000, infant: 0 }))],
    totals: [4_000, 4_000],
  },
  '5: four less than a group, and an infant': {
    sale: sold(twelveFree, { adult: 12 }, leg({ adult: 1_000 })),
    steps: [giveUp({ adult: 4 }), add(twelveFree, { infant: 1 }, leg({ adult: 1_000 }))],
    totals: [6_000, 6_000, 6_000],
  },
  '6: one less, and the other to a dearer departure': {
    sale: sold(under(WHOLE), { adult: 2 }, leg({ adult: 1_000 })),
    steps: [giveUp({ adult: 1 }), replaceLeg(under(WHOLE), leg({ adult: 2_000 }))],
    totals: [2_000, 2_000, 3_000],
  },
  '7: a child corrected to an adult': {
    sale: sold(under(WHOLE), { child: 1 }, leg({ adult: 1_000, child: 500 })),
    steps: [{ now: 0, do: 'correct', from: 'child', to: 'adult', count: 1 }],
    totals: [500, 1_000],
  },
  '8: an adult corrected to a child': {
    sale: sold(under(WHOLE), { adult: 1 }, leg({ adult: 1_000, child: 500 })),
    steps: [{ now: 0, do: 'correct', from: 'adult', to: 'child', count: 1 }],
    totals: [1_000, 1_000],
  },
  '9: the adult less who brought the discount': {
    sale: sold(
      under(WHOLE, { on: 'total', bp: -5_000, category: 'adult' }),
      { adult: 1, senior: 1 },
      leg({ adult: 1_000, senior: 500 }),
      leg({ adult: 1_000, senior: 3_000 }, 'back'),
    ),
    steps: [giveUp({ adult: 1 })],
    totals: [2_750, 2_750],
  },
  '10a: out, then back': {
    sale: outAndBack,
    steps: [giveUpLeg(0), giveUpLeg(1)],
    totals: [7_200, 7_200, 3_600],
  },
  '10b: back, then out': {
    sale: outAndBack,
    steps: [giveUpLeg(1), giveUpLeg(0)],
    totals: [7_200, 4_000, 3_600],
  },
  '10c: all at once': {
    sale: outAndBack,
    steps: [CANCEL_ALL],
    totals: [7_200, 3_600],
  },
  '11: nine, nine more as a group, and the first nine less': {
    sale: sold(twelveFree, { adult: 9 }, leg({ adult: 1_000 })),
    steps: [add(twelveFree, { senior: 9 }, leg({ adult: 1_000 })), giveUp({ adult: 9 })],
    totals: [9_000, 13_500, 9_000],
  },
  '12: six less of ten at half the price': {
    sale: sold(tenInHalf, { adult: 10 }, leg({ adult: 1_000 })),
    steps: [giveUp({ adult: 6 })],
    totals: [5_000, 5_000],
  },
  '13: each of three moved alone': {
    sale: sold(atLeast20, { adult: 1 }, leg({ adult: 500 }), leg({ adult: 500 }), leg({ adult: 500 })),
    steps: [0, 1, 2].map((place) => replaceLeg(atLeast20, leg({ adult: 500 }), place)),
    totals: [2_000, 2_000, 2_000, 2_000],
  },
  '14: one more under a fixed amount': {
    sale: sold(less90, { adult: 3 }, leg({ adult: 4_000 })),
    steps: [add(less90, { adult: 1 }, leg({ adult: 4_000 }))],
    totals: [3_000, 7_000],
  },
  '15: two less of three by hand': {
    sale: { ...sold(under(FREE), { adult: 3 }, leg({ adult: 4_000 })), byHand: 1_000 },
    steps: [giveUp({ adult: 2 })],
    totals: [1_000, 333],
  },
  '16: a return of which the operator cancels one way, one less, and one more': {
    sale: sold(lessAsReturn, { adult: 2 }, outAt1000, backAt1000),
    steps: [operatorCancels(1), giveUp({ adult: 1 }), add(lessAsReturn, { adult: 1 }, outAt1000)],
    totals: [3_600, 1_800, 900, 1_900],
  },
  '17: a return under a maximum of which the operator cancels one way, and one less': {
    sale: sold(under(FREE, { on: 'limit', max: 3_000 }), { adult: 2 }, outAt1000, backAt1000),
    steps: [operatorCancels(1), giveUp({ adult: 1 })],
    totals: [3_000, 1_500, 750],
  },
  '18: a group of which the operator cancels one way, and half of it less': {
    sale: sold(twelveFree, { adult: 10 }, outAt1000, backAt1000),
    steps: [operatorCancels(1), giveUp({ adult: 5 })],
    totals: [10_000, 5_000, 5_000],
  },
  '19: a return with a bag of which the operator cancels one way, and the bag less': {
    sale: { ...sold(lessAsReturn, { adult: 2 }, outAt1000, backAt1000), addons: [{ addon: BAG, quantity: 1 }] },
    steps: [operatorCancels(1), { now: 0, do: 'giveUpAddon', name: BAG.name, quantity: 1 }],
    totals: [4_100, 2_300, 1_800],
  },
  'two less of twelve, and then one more that keeps the group no longer': {
    sale: sold(twelveFree, { adult: 12 }, leg({ adult: 1_000 })),
    steps: [giveUp({ adult: 2 }), giveUp({ adult: 1 })],
    totals: [6_000, 5_000, 6_000],
  },
  'the child less that made four adults a group': {
    sale: sold(under(FREE, GROUP_OF_5), { adult: 4, child: 1 }, leg({ adult: 1_000, child: 500 })),
    steps: [giveUp({ child: 1 })],
    totals: [2_250, 2_250],
  },
  'one more under a minimum, where the operator has cancelled one way of the first': {
    sale: sold(under(FREE), { adult: 1 }, outAt1000, backAt1000),
    steps: [operatorCancels(1), add(atLeast20, { adult: 1 }, outAt1000)],
    totals: [2_000, 1_000, 2_000],
  },
  'a move to a minimum, where the operator has cancelled a later leg': {
    sale: sold(under(FREE), { adult: 1 }, outAt1000),
    steps: [
      addLeg(under(FREE), backAt1000),
      addLeg(under(FREE), backAt1000),
      operatorCancels(2),
      replaceLeg(atLeast20, outAt1000),
    ],
    totals: [1_000, 2_000, 3_000, 2_000, 3_000],
  },
}
