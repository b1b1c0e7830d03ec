import { describe, expect, it } from 'vitest'
import { createPartnerSlots } from '../../../../../../server/features/partner/webhooks/partner-slots'

describe('slots of partners', () => {
  it('are limited for each partner separately', () => {
    const slots = createPartnerSlots(2)
    const taken = ['a1', 'a2', 'a3'].map((endpoint) => slots.take('a', endpoint))
    expect(taken).toEqual([true, true, false])
    expect(slots.take('b', 'b1')).toBe(true)
  })

  it('go to the endpoint that has waited longest when one is released, once each', () => {
    const slots = createPartnerSlots(1)
    for (const endpoint of ['a1', 'a2', 'a3', 'a2']) slots.take('a', endpoint)
    expect(slots.release('a')).toBe('a2')
    expect(slots.take('a', 'a2')).toBe(true)
    expect(slots.release('a')).toBe('a3')
    expect(slots.take('a', 'a3')).toBe(true)
    expect(slots.release('a')).toBeUndefined()
  })
})
