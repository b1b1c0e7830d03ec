import { describe, expect, it } from 'vitest'
import { readPriceList } from '../../server/kernel/prices'
import { useApi, type Json } from '../support/api'
import { ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

const codes = async (reader: Parameters<typeof readPriceList>[0]) =>
  (await readPriceList(reader)).rules.map((rule) => rule.code)

describe('the cached price list', () => {
  it('applies a change from the next sale on, also one of another process', async () => {
    const journey = await make(desk.admin, 'journeys')
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
    const price = async () => {
      const { body } = await desk.admin.post('/quotes', { legs: [ride(journey)], passengers: { adult: 1 } })
      const booked = await desk.book(journey, 1, { quoted_price_hash: body['price_hash'] })
      return [body['total_minor'], booked.body['total_minor']]
    }
    expect(await price()).toEqual([1000, 1000])
    const rule: Json = await make(desk.admin, 'pricing-rules', { percent_bp: 1000 })
    expect(await price()).toEqual([1100, 1100])
    // Writes as another process would, without a signal to this one.
    await api.db.updateTable('pricing_rules').set({ percent_bp: 2000 }).execute()
    expect(await price()).toEqual([1200, 1200])
    await desk.admin.patch(`/pricing-rules/${String(rule['id'])}`, { status: 'inactive' }, { ifMatch: '*' })
    expect(await price()).toEqual([1000, 1000])
  })

  it('never contains the change of a rolled-back transaction', async () => {
    const rule = await make(desk.admin, 'pricing-rules')
    await expect(
      api.db.transaction().execute(async (tx) => {
        await tx.updateTable('pricing_rules').set({ code: 'TAKEN-BACK' }).where('id', '=', String(rule['id'])).execute()
        expect(await codes(tx)).toContain('TAKEN-BACK')
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await codes(api.db)).toContain(rule['code'])
    expect(await codes(api.db)).not.toContain('TAKEN-BACK')
  })
})
