import { describe, expect, it } from 'vitest'
import type { Reservation } from '../../../../contract/entities/reservation'
import { parsePhone } from '../../../../src/providers/format/phoneNumbers'
import {
  NO_CALLER,
  ONE_ADULT,
  partyOf,
  phoneOf,
  slotsOf,
  addonsOf,
  backOf,
  extrasOf,
  revisionOf,
  searchOf,
  type RequestedHold,
} from '../../../../src/resources/reservations/desk/deskTypes'

describe('the caller box', () => {
  const parse = (typed: string) => parsePhone(typed, 'DE')

  it('searches by the digits of a number in any notation, and by the text of a name', () => {
    expect(searchOf(' 0171 1234567 ')).toBe('1711234567')
    expect(searchOf('99 123 456')).toBe('99123456')
    expect(searchOf('00357 99')).toBe('+35799')
    expect(searchOf('Ana  Ruiz')).toBe('Ana  Ruiz')
  })

  it('returns a phone only when it is valid, or the stored one of a customer record', () => {
    const odd = { ...NO_CALLER, phone: '+3460012' }
    expect(phoneOf(odd, parse)).toBeNull()
    expect(phoneOf({ ...odd, customerId: '7' }, parse)).toBe('+3460012')
    expect(phoneOf({ ...odd, phone: 'ask Ana', customerId: '7' }, parse)).toBeNull()
  })
})

describe('a party', () => {
  it('keeps its names and needs when it grows', () => {
    const { counts, travellers } = partyOf([
      { category: 'child', name: 'Niki', needs: [] },
      { category: 'adult', name: 'Ana', needs: [] },
      { category: 'adult', name: null, needs: ['wheelchair'] },
    ])
    expect(counts).toEqual({ ...ONE_ADULT, adult: 2, child: 1 })
    const grown = slotsOf({ ...counts, adult: 3 })
    expect(grown.map(({ key }) => travellers[key]?.name)).toEqual(['Ana', '', undefined, 'Niki'])
    expect(grown.map(({ key }) => travellers[key]?.needs)).toEqual([[], ['wheelchair'], undefined, []])
  })
})

describe('add-ons of a return', () => {
  const extras = { addons: { bicycle: 2, meal: 1, pram: 0 }, back: { bicycle: 1, pram: 1 }, promo: null }
  const addons = [
    { addon_id: 'bicycle', quantity: 1 },
    { addon_id: 'bicycle', quantity: 1, direction: 'outbound' },
    { addon_id: 'meal', quantity: 1 },
    { addon_id: 'pram', quantity: 1, direction: 'return' },
  ]

  it('have a direction unless they apply to both, and are read back as typed', () => {
    expect(addonsOf(extras, true)).toEqual(addons)
    const read = extrasOf({ addons, promo_code: null } as unknown as Reservation)
    expect(addonsOf(read, true)).toEqual(addons)
    expect(['bicycle', 'meal', 'pram'].map((id) => [read.addons[id], backOf(read, id)])).toEqual([
      [2, 1],
      [1, 1],
      [0, 1],
    ])
  })

  it('have no direction on a single trip', () => {
    expect(addonsOf(extras, false)).toEqual([
      { addon_id: 'bicycle', quantity: 2 },
      { addon_id: 'meal', quantity: 1 },
    ])
  })
})

describe('a revision', () => {
  const wanted: RequestedHold = {
    passengers: [{ category: 'adult', name: 'Ana', needs: [] }],
    addons: [],
    promo_code: null,
    price_override: null,
    customer_id: null,
    lead_phone: null,
    lead_email: null,
    locale: 'en',
    payment_method: null,
    customer_notes: null,
    lead_name: undefined,
  }

  it('has only changed fields, and never a name that was not entered', () => {
    const hold = { ...wanted, lead_name: 'Name to follow' } as unknown as Reservation
    expect(revisionOf(hold, wanted)).toBeNull()
    expect(revisionOf(hold, { ...wanted, lead_name: 'Ana', promo_code: 'SUN' })).toEqual({
      lead_name: 'Ana',
      promo_code: 'SUN',
    })
  })
})
