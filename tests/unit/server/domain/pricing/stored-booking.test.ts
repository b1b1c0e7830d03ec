import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookedLeg, Booking } from '../../../../../server/domain/pricing/after-sale/booking'
import {
  readBooking,
  storeBooking,
  type StoredBooking,
} from '../../../../../server/domain/pricing/after-sale/stored-booking'

const segment: BookedLeg = {
  journeyId: 'j1',
  boardSeq: 1,
  alightSeq: 3,
  routeCode: 'R1',
  fares: [],
  travel: {
    routeId: 'r1',
    serviceKind: 'scheduled',
    originId: 's1',
    destinationId: 's2',
    fromZone: null,
    toZone: null,
    vehicleTypeId: 't1',
    serviceDate: '2030-05-20',
    departsAt: 1_905_492_600_000,
    departClock: '08:30',
    loadPct: 0,
  },
}
const plain: Booking = {
  list: 'list',
  sale: {
    at: 1,
    day: '2030-05-01',
    channel: 'web',
    partnerId: null,
    customerTags: [],
    tripType: 'one_way',
    promoCode: null,
  },
  contract: null,
  byHand: null,
  stretches: [segment],
  tariffs: [],
  legs: [{ journeyId: 'j1', boardSeq: 1, alightSeq: 3, earliest: null }],
  run: null,
}
const contract = {
  commission_mode: 'margin',
  commission_bp: 1000,
  commission_on_addons: true,
} as unknown as NonNullable<Booking['contract']>
const BOOKINGS: Record<string, Booking> = {
  plain,
  'sold by a partner': {
    ...plain,
    contract,
    sale: { ...plain.sale, partnerId: 'p1', customerTags: ['vip'], tripType: 'return', promoCode: 'MAY' },
    stretches: [
      {
        ...segment,
        fares: [{ category: 'adult', amount: 1250, currency: 'EUR' }],
        travel: { ...segment.travel, serviceKind: 'shuttle', fromZone: 'A', loadPct: null },
      },
    ],
  },
  'without legs': { ...plain, legs: [] },
  'moved to another departure': { ...plain, legs: [{ ...segment, earliest: 7 }].map(legOf) },
  'not handed over': { ...plain, handedTo: null },
  'handed over to a partner': { ...plain, handedTo: contract },
  'of a hire': {
    ...plain,
    stretches: [],
    legs: [],
    run: { earliest: null },
    byHand: { total: 5, setFor: { sum: 1, heads: 2 } },
  },
}

function legOf({ journeyId, boardSeq, alightSeq, earliest }: Booking['legs'][number]): Booking['legs'][number] {
  return { journeyId, boardSeq, alightSeq, earliest }
}

const minor = fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 }))
const someId = fc.constantFrom('a', 'b')
const place = { journeyId: someId, boardSeq: fc.constantFrom(1, 2), alightSeq: fc.constantFrom(3, 4) }
const held = { earliest: fc.option(fc.nat()) }

/** Random bookings, with the most common value of each field among the choices. */
const anyBooking: fc.Arbitrary<Booking> = fc.record(
  {
    list: someId,
    sale: fc.record({
      at: fc.nat(),
      day: fc.constant('2030-05-01'),
      channel: fc.constantFrom('web', 'phone'),
      partnerId: fc.option(someId),
      customerTags: fc.array(someId, { maxLength: 2 }),
      tripType: fc.constantFrom('one_way', 'return'),
      promoCode: fc.option(someId),
    }),
    contract: fc.constantFrom(null, contract),
    handedTo: fc.constantFrom(null, contract),
    byHand: fc.option(fc.record({ total: minor, setFor: fc.record({ sum: minor, heads: fc.nat() }) })),
    stretches: fc.array(
      fc.record({
        ...place,
        routeCode: someId,
        fares: fc.array(fc.constant({ category: 'adult', amount: 1250, currency: 'EUR' } as const), { maxLength: 2 }),
        travel: fc.record({
          routeId: someId,
          serviceKind: fc.constantFrom('scheduled', 'shuttle'),
          originId: someId,
          destinationId: someId,
          fromZone: fc.option(someId),
          toZone: fc.option(someId),
          vehicleTypeId: fc.option(someId),
          serviceDate: fc.constant('2030-05-20'),
          departsAt: fc.nat(),
          departClock: fc.constant('08:30'),
          loadPct: fc.option(fc.nat(100)),
        }),
      }),
      { maxLength: 3 },
    ),
    tariffs: fc.constant([]),
    legs: fc.array(fc.record({ ...place, ...held }), { maxLength: 3 }),
    run: fc.option(fc.record(held)),
  },
  { requiredKeys: ['list', 'sale', 'contract', 'byHand', 'stretches', 'tariffs', 'legs', 'run'] },
) as unknown as fc.Arbitrary<Booking>

const wire = (value: unknown) => JSON.parse(JSON.stringify(value)) as StoredBooking

describe('a stored booking', () => {
  it.each(Object.entries(BOOKINGS))('%s is read unchanged, also when all of its fields were stored', (_, booking) => {
    expect(readBooking(wire(storeBooking(booking)))).toEqual(booking)
    expect(readBooking(wire(booking))).toEqual(booking)
    expect(readBooking(wire(storeBooking(readBooking(wire(booking)))))).toEqual(booking)
  })

  it('is read unchanged, with any combination of usual and unusual values', () => {
    fc.assert(
      fc.property(anyBooking, (booking) => {
        expect(readBooking(wire(storeBooking(booking)))).toEqual(booking)
        expect(readBooking(wire(booking))).toEqual(booking)
      }),
      { numRuns: 1_000 },
    )
  })

  it('omits usual values', () => {
    expect(storeBooking(plain)).toEqual({
      list: 'list',
      sale: { at: 1, day: '2030-05-01', channel: 'web' },
      stretches: [
        {
          journeyId: 'j1',
          boardSeq: 1,
          alightSeq: 3,
          routeCode: 'R1',
          travel: {
            routeId: 'r1',
            originId: 's1',
            destinationId: 's2',
            vehicleTypeId: 't1',
            serviceDate: '2030-05-20',
            departsAt: 1_905_492_600_000,
            departClock: '08:30',
          },
        },
      ],
    })
  })
})
