import { describe, expect, it } from 'vitest'
import type { Reservation } from '../../../../contract/entities/reservation'
import { parsePhone } from '../../../../src/providers/format/phoneNumbers'
import {
  deskReducer,
  initialDesk,
  missingIn,
  type DeskState,
} from '../../../../src/resources/reservations/desk/deskReducer'
import type { Start } from '../../../../src/resources/reservations/desk/start'
import type { Trip } from '../../../../src/resources/reservations/desk/trip'

const SEARCH = { origin: 'o', destination: 'd', date: '2030-05-20' }
const NEW: Start = { customer: null, trip: null, resumed: null, saleId: 'new-1', onSaved: () => undefined }
const INITIAL = initialDesk(NEW, SEARCH, 'de')
const REPRICED = { before: 100, now: 120, currency: 'EUR' }

const trip = (sales_status: string) => ({ legs: [{ sales_status }] }) as unknown as Trip
const reservation = (fields: Partial<Reservation>) =>
  ({ passengers: [], passenger_statuses: [], status: 'on_hold', ...fields }) as Reservation

const withSale = (values: Partial<DeskState['sale']>, state = INITIAL) => deskReducer(state, { type: 'edit', values })

describe('initialDesk', () => {
  it('searches for the given trip and speaks the language of the user', () => {
    expect(INITIAL.sale).toMatchObject({ way: SEARCH, backWay: null, caller: { locale: 'de' }, counts: { adult: 1 } })
  })

  it('takes the passengers of a repeated trip who have not cancelled', () => {
    const repeated = reservation({
      passengers: [
        { category: 'child', name: 'Niki', needs: [] },
        { category: 'adult', name: 'Ana', needs: [] },
      ],
      passenger_statuses: ['booked', 'cancelled'],
    })
    const { sale } = initialDesk({ ...NEW, trip: repeated }, SEARCH, 'de')
    expect(sale.counts).toMatchObject({ adult: 0, child: 1 })
    expect(sale.travellers).toEqual({ 'child-0': { name: 'Niki', needs: [] } })
  })

  it('restores a stored seat sale, and completes one that an earlier version stored', () => {
    const { paying: _, ...stored } = { ...INITIAL.sale, notes: 'Window seat', way: { ...SEARCH, date: '2030-06-01' } }
    const resumed = { sale: stored as DeskState['sale'], hold: null, trips: { out: null, back: null } }
    const { sale } = initialDesk({ ...NEW, resumed }, SEARCH, 'de')
    expect(sale).toEqual({ ...stored, paying: { given: '', slip: '' } })
  })
})

describe('deskReducer', () => {
  it('keeps the sale when an edit changes nothing, so that nothing is stored', () => {
    expect(withSale({ notes: '' }).sale).toBe(INITIAL.sale)
    expect(withSale({ notes: 'Window seat' }).sale).toEqual({ ...INITIAL.sale, notes: 'Window seat' })
  })

  it('selects cash and moves the focus with each request to pay in cash', () => {
    const once = deskReducer(INITIAL, { type: 'payCash' })
    const twice = deskReducer(once, { type: 'payCash' })
    expect([once.sale.payment, once.payFocus, twice.payFocus]).toEqual(['cash', 1, 2])
    expect(twice.sale).toBe(once.sale)
  })

  it('forgets the last attempt and the released seats when a trip is chosen', () => {
    const before = { ...withSale({ isReleased: true }), missing: 'departure' as const, repriced: REPRICED }
    const chosen = trip('open')
    const after = deskReducer(before, { type: 'choose', trip: chosen })
    expect(after).toMatchObject({ chosen, missing: null, repriced: null, sale: { isReleased: false } })
  })

  it('replaces a requested trip by one that can be held at once, and by an on-request one with its own action', () => {
    const requested = deskReducer(INITIAL, { type: 'request', trip: trip('on_request') })
    expect(deskReducer(requested, { type: 'choose', trip: trip('open') }).request).toBeNull()
    const other = trip('on_request')
    const chosen = deskReducer(requested, { type: 'choose', trip: other })
    expect(chosen.request).toBe(requested.request)
    expect(deskReducer(chosen, { type: 'request', trip: other }).request).toBe(other)
  })

  it('confirms only a sale that lacks nothing', () => {
    const priced = { ...INITIAL, repriced: REPRICED }
    expect(deskReducer(priced, { type: 'confirm', missing: 'name' })).toEqual({ ...priced, missing: 'name' })
    expect(deskReducer({ ...priced, missing: 'name' }, { type: 'confirm', missing: null })).toEqual({
      ...INITIAL,
      confirming: true,
    })
  })

  it.each([[{}], [{ repriced: REPRICED }], [{ done: { reservation: reservation({}), rides: [] } }]])(
    'ends a confirmation with its result %j',
    (result) => {
      const confirming = { ...INITIAL, confirming: true }
      expect(deskReducer(confirming, { type: 'settle', result })).toEqual({ ...INITIAL, ...result })
    },
  )
})

describe('missingIn', () => {
  const parse = (typed: string) => parsePhone(typed, 'DE')
  const named = withSale({ caller: { ...INITIAL.sale.caller, name: 'Ana Ruiz' } })
  const hold = reservation({ total_minor: 1000, currency: 'EUR' })
  const withCaller = (fields: object) => withSale({ caller: { ...named.sale.caller, ...fields } })

  it.each([
    ['name', INITIAL, hold],
    ['phone', withCaller({ phone: '12' }), hold],
    ['email', withCaller({ email: 'ana@' }), hold],
    ['departure', named, null],
    ['hold', named, { ...hold, status: 'expired' as const }],
    ['given', withSale({ payment: 'cash', paying: { given: 'ten', slip: '' } }, named), hold],
    ['customer', withSale({ payment: 'on_account' }, named), hold],
    [null, named, hold],
    [null, { ...named, request: trip('on_request') }, null],
    [null, withCaller({ phone: '030 1234567', email: 'ana@example.com' }), hold],
  ])('finds %s', (missing, state, current) => {
    expect(missingIn(state, current, parse, 'en')).toBe(missing)
  })
})
