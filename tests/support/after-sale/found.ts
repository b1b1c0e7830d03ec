import type { Row } from './rows'

/** Sequences on which the rule and the product once disagreed. */
export const FOUND: readonly Pick<Row, 'sale' | 'steps'>[] = [
  {
    sale: {
      conditions: {
        rules: [
          { on: 'limit', max: 168466, sizeFrom: 2, sizeTo: 6, trip: 'return', category: 'senior' },
          { on: 'fare', bp: 1000, trip: 'return' },
          { on: 'limit', max: 273969, category: 'senior' },
        ],
        increment: 5,
        tiers: [
          { hours: 44, bp: 10000 },
          { hours: 201, amount: 49121 },
          { hours: 142, amount: 49121 },
        ],
      },
      party: { adult: 1 },
      legs: [
        { direction: 'out', departs: 0, fares: { adult: 0 } },
        { direction: 'back', departs: 0, fares: { adult: 49121, senior: 0, infant: 49121 } },
      ],
      addons: [],
      byHand: 0,
    },
    steps: [
      {
        now: 0,
        do: 'replaceLeg',
        leg: 0,
        to: { direction: 'out', departs: 0, fares: { adult: 0, infant: 49121 } },
        conditions: {
          rules: [
            { on: 'limit', max: 168466, sizeFrom: 2, sizeTo: 6, trip: 'return', category: 'senior' },
            { on: 'fare', bp: 1000, trip: 'return' },
            { on: 'limit', max: 273969, category: 'senior' },
          ],
          increment: 5,
          tiers: [
            { hours: 44, bp: 10000 },
            { hours: 201, amount: 49121 },
            { hours: 142, amount: 49121 },
          ],
        },
      },
      { now: 0, do: 'correct', from: 'adult', to: 'infant', count: 1 },
      { now: 0, do: 'operatorCancels', leg: 0 },
    ],
  },
  {
    sale: {
      conditions: {
        rules: [
          { on: 'limit', min: 211636, trip: 'return' },
          { on: 'fare', bp: 5000, trip: 'return' },
        ],
        increment: 10,
        tiers: [
          { hours: 64, amount: 0 },
          { hours: 24, bp: 0 },
          { hours: 181, bp: 2500 },
        ],
      },
      party: { adult: 1 },
      legs: [
        { direction: 'out', departs: 0, fares: { adult: 0 } },
        { direction: 'back', departs: 0, fares: { adult: 0, senior: 9 } },
      ],
      addons: [],
      byHand: 10582,
    },
    steps: [
      {
        now: 0,
        do: 'replaceLeg',
        leg: 0,
        to: { direction: 'out', departs: 0, fares: { adult: 9 } },
        conditions: {
          rules: [
            { on: 'limit', min: 211636, trip: 'return' },
            { on: 'fare', bp: 5000, trip: 'return' },
          ],
          increment: 10,
          tiers: [
            { hours: 64, amount: 0 },
            { hours: 24, bp: 0 },
            { hours: 181, bp: 2500 },
          ],
        },
      },
      { now: 0, do: 'correct', from: 'adult', to: 'senior', count: 1 },
      { now: 0, do: 'giveUpLeg', leg: 0 },
    ],
  },
  {
    sale: {
      conditions: {
        rules: [
          { on: 'fare', bp: -2000, trip: 'return' },
          { on: 'total', bp: 1000, sizeFrom: 2 },
        ],
        increment: 1,
        tiers: [{ hours: 119, amount: 0 }],
      },
      party: { adult: 1 },
      legs: [
        { direction: 'out', departs: 0, fares: { adult: 15117 } },
        { direction: 'back', departs: 0, fares: { adult: 15117 } },
      ],
      addons: [],
      byHand: 0,
    },
    steps: [
      {
        now: 0,
        do: 'replaceLeg',
        leg: 0,
        to: { direction: 'out', departs: 0, fares: { adult: 15117, child: 47632 } },
        conditions: {
          rules: [
            { on: 'fare', bp: -2000, trip: 'return' },
            { on: 'total', bp: 1000, sizeFrom: 2 },
          ],
          increment: 1,
          tiers: [{ hours: 119, amount: 0 }],
        },
      },
      { now: 0, do: 'correct', from: 'adult', to: 'child', count: 1 },
      { now: 0, do: 'operatorCancels', leg: 0 },
    ],
  },
]
