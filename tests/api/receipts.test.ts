import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/core/languages'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)
let booked: Json
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  const journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  booked = (await desk.book(journey, 1, { locale: 'ae' })).body
})

const move = async (end: string, body: Json): Promise<Json> => {
  const answer = await desk.admin.post(`/reservations/${String(booked['id'])}/${end}`, { reason: 'Asked for', ...body })
  return answer.body['payment'] as Json
}
const pay = (amount_minor: number) => move('payments', { amount_minor, method: 'cash' })
const print = (payment: Json, query = '', as = desk.admin) =>
  as.post(`/payments/${String(payment['id'])}/receipt${query}`)
const nameOf = ({ headers }: { headers: Record<string, string | undefined> }) =>
  /filename="(.+)"/.exec(headers['content-disposition'] ?? '')?.[1]

describe('POST /api/payments/:id/receipt', () => {
  it('prints payments and refunds under numbers without gaps, each always under the same one', async () => {
    const [first, second] = [await pay(300), await pay(400)]
    const back = await move('refunds', { amount_minor: 100, method: 'cash' })
    const printed = await print(second)
    expect(printed).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(nameOf(printed)).toBe('000001-ae.pdf')
    expect(nameOf(await print(back, '?language=de'))).toBe('000002-de.pdf')
    for (const language of LANGUAGES)
      expect(nameOf(await print(first, `?language=${language}`))).toBe(`000003-${language}.pdf`)
    expect(nameOf(await print(second))).toBe('000001-ae.pdf')
  })

  it('gives simultaneous receipts different numbers', async () => {
    const payments: Json[] = []
    for (let count = 0; count < 3; count += 1) payments.push(await pay(100))
    const names = await Promise.all(
      [...payments, ...payments].map(async (one) => nameOf(await print(one, '?language=en'))),
    )
    expect([...new Set(names)].sort()).toEqual([1, 2, 3].map((number) => `00000${number}-en.pdf`))
    await expect(sql`update payment_receipts set number = 9`.execute(api.db)).rejects.toThrow(/only grows/)
  })

  it('is refused when no money moved, and for roles that take none', async () => {
    await desk.admin.patch('/company', { refund_limit_minor: 0 }, { ifMatch: '*' })
    const paid = await pay(300)
    const waiting = await move('refunds', { amount_minor: 100, method: 'cash' })
    const off = await move('write-off', { amount_minor: 700 })
    for (const none of [waiting, off])
      expect(await print(none)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await print(paid, '', await api.as('viewer'))).status).toBe(403)
    const { rows } = await sql`select 1 from payment_receipts`.execute(api.db)
    expect(rows).toHaveLength(0)
  })
})
