import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newLedger } from '../../../../../server/domain/pricing/changes/ledger'
import type { KeptSale, KeptStretch } from '../../../../../server/domain/pricing/changes/kept-sale'
import { saleStored, storedSale } from '../../../../../server/domain/pricing/changes/stored-sale'

const stretch: KeptStretch = {
  journeyId: 'j1',
  boardSeq: 1,
  alightSeq: 3,
  direction: 'out',
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
const plain: KeptSale = {
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
  stretches: [stretch],
  tariffs: [],
  legs: [{ journeyId: 'j1', boardSeq: 1, alightSeq: 3, id: 1, earliest: null }],
  run: null,
  ledger: newLedger(0),
}
const contract = {
  commission_mode: 'margin',
  commission_bp: 1000,
  commission_on_addons: true,
} as unknown as NonNullable<KeptSale['contract']>
const SALES: Record<string, KeptSale> = {
  plain,
  'sold by a partner': {
    ...plain,
    contract,
    sale: { ...plain.sale, partnerId: 'p1', customerTags: ['vip'], tripType: 'return', promoCode: 'MAY' },
    stretches: [
      {
        ...stretch,
        direction: 'back',
        fares: [{ category: 'adult', amount: 1250, currency: 'EUR' }],
        travel: { ...stretch.travel, serviceKind: 'shuttle', fromZone: 'A', loadPct: null },
      },
    ],
    ledger: newLedger(2500, 100),
  },
  'with all its legs given up': { ...plain, legs: [], ledger: { ...newLedger(2500), kept: { settled: 5, sum: 2 } } },
  'moved to another departure': { ...plain, legs: [{ ...stretch, id: 4, earliest: 7 }].map(legOf) },
  'handed over to nobody': { ...plain, handedTo: null },
  'handed over to a partner': { ...plain, handedTo: contract },
  'of a hire': {
    ...plain,
    stretches: [],
    legs: [],
    run: { id: 1, earliest: null },
    byHand: { total: 5, setFor: { sum: 1, heads: 2 } },
  },
}

function legOf({ journeyId, boardSeq, alightSeq, id, earliest }: KeptSale['legs'][number]): KeptSale['legs'][number] {
  return { journeyId, boardSeq, alightSeq, id, earliest }
}

const minor = fc.oneof(fc.constant(0), fc.integer({ min: -5_000, max: 5_000 }))
const account = { settled: minor, sum: minor }
const someId = fc.constantFrom('a', 'b')
const place = { journeyId: someId, boardSeq: fc.constantFrom(1, 2), alightSeq: fc.constantFrom(3, 4) }
const held = { id: fc.constantFrom(1, 2, 3), earliest: fc.option(fc.nat()) }

/** Each field either as most sales have it or not. */
const anySale: fc.Arbitrary<KeptSale> = fc.record(
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
        direction: fc.constantFrom('out', 'back'),
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
    ledger: fc.record({
      ceiling: minor,
      given: fc.array(fc.record({ ...account, leg: fc.nat(3), tier: fc.nat(48) }), { maxLength: 2 }),
      kept: fc.record(account),
      earlier: minor,
    }),
  },
  { requiredKeys: ['list', 'sale', 'contract', 'byHand', 'stretches', 'tariffs', 'legs', 'run', 'ledger'] },
) as unknown as fc.Arbitrary<KeptSale>

const wire = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

describe('what is stored of a sale', () => {
  it.each(Object.entries(SALES))('%s is read as it was, also where all of it was stored', (_, kept) => {
    expect(saleStored(wire(storedSale(kept)))).toEqual(kept)
    expect(saleStored(wire(kept))).toEqual(kept)
    expect(saleStored(wire(storedSale(saleStored(wire(kept)))))).toEqual(kept)
  })

  it('is read as it was, whatever of it is usual and whatever is not', () => {
    fc.assert(
      fc.property(anySale, (kept) => {
        expect(saleStored(wire(storedSale(kept)))).toEqual(kept)
        expect(saleStored(wire(kept))).toEqual(kept)
      }),
      { numRuns: 1_000 },
    )
  })

  it('says nothing that goes without saying', () => {
    expect(storedSale(plain)).toEqual({
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
