import { describe, expect, it } from 'vitest'
import type { Reservation } from '../../../../contract/entities/reservation'
import {
  ONE_ADULT,
  partyOf,
  phoneOf,
  placesOf,
  revisionOf,
  searchOf,
  type Wanted,
} from '../../../../src/resources/reservations/desk/deskTypes'

describe('what a caller says', () => {
  it.each([
    ['00357 99 12 34 56', '+35799123456'],
    ['+357 (99) 123-456', '+35799123456'],
    ['99123456', null],
    ['Ana', null],
  ])('%s is the number %s', (typed, phone) => {
    expect(phoneOf(typed)).toBe(phone)
  })

  it('is searched for without the blanks of a number, and as it is when it is a name', () => {
    expect(searchOf(' 99 123 456 ')).toBe('99123456')
    expect(searchOf('Ana  Ruiz')).toBe('Ana  Ruiz')
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
    const grown = placesOf({ ...counts, adult: 3 })
    expect(grown.map(({ key }) => travellers[key]?.name)).toEqual(['Ana', '', undefined, 'Niki'])
    expect(grown.map(({ key }) => travellers[key]?.needs)).toEqual([[], ['wheelchair'], undefined, []])
  })
})

describe('a revision', () => {
  const wanted: Wanted = {
    passengers: [{ category: 'adult', name: 'Ana', needs: [] }],
    addons: [],
    promo_code: null,
    price_override: null,
    customer_id: null,
    lead_phone: null,
    lead_email: null,
    locale: 'en',
    payment_method: null,
    lead_name: undefined,
  }

  it('names only what differs, and never a name that nobody has given', () => {
    const hold = { ...wanted, lead_name: 'Name to follow' } as unknown as Reservation
    expect(revisionOf(hold, wanted)).toBeNull()
    expect(revisionOf(hold, { ...wanted, lead_name: 'Ana', promo_code: 'SUN' })).toEqual({
      lead_name: 'Ana',
      promo_code: 'SUN',
    })
  })
})
