import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { useFarmingOut } from '../support/farming-out'
import { workOff } from '../support/work'

const HOUR_MS = 3_600_000

const api = useApi()
const desk = useBooking(api)
const { affiliate, crewed, give, journeyOf, kindsOf, mailsOf, resolve } = useFarmingOut(api, desk)

describe('the company that runs a journey', () => {
  it('gets a mail in its language, with what a driver needs and no more', async () => {
    const { journey } = await crewed()
    const sun = await affiliate({ contact_email: 'disposition@sun.example', locale: 'de' })
    const party = { lead_name: 'Ana Ruiz', lead_phone: '+34600111222' }
    await desk.book(journey, 0, { ...party, passengers: [...adults(2), { category: 'adult', needs: ['wheelchair'] }] })
    await desk.book(journey, 1, { ...party, legs: [ride(journey, 2, 3)] })
    await desk.book(journey, 4, { ...party, status: 'on_hold' })
    await give(journey, sun)
    const [mail] = await mailsOf(journey)
    expect(mail).toMatchObject({
      kind: 'job_farmed_out',
      recipient: 'disposition@sun.example',
      language: 'de',
      status: 'kept',
      entity_type: 'journeys',
    })
    expect(mail?.['subject']).toContain(String(journey['code']))
    const [, , head, stops] = mail?.['content'] as { rows: Json[] }[]
    expect(head?.rows).toContainEqual({ label: 'Fahrgäste', value: '4' })
    expect(stops?.rows).toEqual([
      { label: expect.stringMatching(/^08:30 \S+ · Larnaca Airport$/) as string, value: 'Fahrgäste: 3 · Rollstuhl: 1' },
      { label: expect.stringMatching(/^08:52 /) as string, value: 'Fahrgäste: 1' },
      { label: expect.stringMatching(/^09:15 /) as string, value: '–' },
    ])
    expect(JSON.stringify(mail)).not.toMatch(/Ana|\+34|€|EUR/)
  })

  it('gets a mail when a job is withdrawn, cancelled or reinstated', async () => {
    const { journey } = await crewed()
    const [sun, moon] = [await affiliate(), await affiliate({ contact_email: 'moon@example.com' })]
    await give(journey, sun)
    expect(await kindsOf(journey)).toEqual(['job_farmed_out'])
    await give(journey, moon)
    // The two companies are independent, so the order of their mails is not fixed.
    expect(
      (await mailsOf(journey))
        .slice(1)
        .map(({ kind, recipient }) => `${String(kind)} ${String(recipient)}`)
        .sort(),
    ).toEqual(['job_farmed_out moon@example.com', `job_withdrawn ${String(sun['contact_email'])}`])
    await desk.step(journey, 'cancel', { reason: 'Strike' })
    expect((await kindsOf(journey)).slice(3)).toEqual(['job_withdrawn'])
    await desk.step(journey, 'reinstate', { reason: 'No strike' })
    expect((await kindsOf(journey)).slice(4)).toEqual(['job_farmed_out'])
    await give(journey, null)
    expect((await kindsOf(journey)).slice(5)).toEqual(['job_withdrawn'])
  })

  it('gets a mail about a delay, and the day before about all bookings', async () => {
    const { journey } = await crewed({ service_date: '2030-05-25' })
    await give(journey, await affiliate())
    expect(await kindsOf(journey)).toEqual(['job_farmed_out'])
    await desk.step(journey, 'delay', { delay_min: 25 })
    expect(await kindsOf(journey)).toEqual(['job_farmed_out', 'job_changed'])
    expect(JSON.stringify((await mailsOf(journey))[1]?.['content'])).toContain('08:55')
    await desk.book(journey, 3)
    const { journey: takenBack } = await crewed({ service_date: '2030-05-25', departure_time: '08:40:00' })
    await give(takenBack, await affiliate())
    expect(await kindsOf(takenBack)).toEqual(['job_farmed_out'])
    await give(takenBack, null)
    const now = api.now
    api.now = new Date(Date.parse(String(journey['departs_at'])) - 23 * HOUR_MS)
    await workOff(api).finally(() => (api.now = now))
    const [, , reminder, ...more] = await mailsOf(journey)
    expect(reminder).toMatchObject({ kind: 'job_reminder' })
    expect(JSON.stringify(reminder?.['content'])).toContain('{"label":"Passengers","value":"3"}')
    expect(more).toEqual([])
    expect(await kindsOf(takenBack)).toEqual(['job_farmed_out', 'job_withdrawn'])
  })

  it('gets no mail about a refused job, a dry run, or a job that was withdrawn before the mail', async () => {
    const { journey, vehicle } = await crewed()
    await give(journey, await affiliate({ kind: 'reseller' }))
    const sun = await affiliate()
    await resolve(vehicle, [{ job_id: journey['id'], action: 'farm_out', partner_id: sun['id'] }], true)
    expect((await journeyOf(journey))['vehicle_id']).toBe(vehicle['id'])
    await give(journey, sun)
    await give(journey, null)
    expect(await kindsOf(journey)).toEqual([])
  })

  // The embedded database has a single connection, so these statements cannot interleave.
  it.skipIf(inject('postgresServer') === null)(
    'gets a mail about the end of a job that ends while its first mail is written (with two connections: PostgreSQL)',
    async () => {
      const { journey } = await crewed()
      await give(journey, await affiliate())
      const waiting = async () => {
        const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db)
        return rows[0]?.count ?? 0
      }
      let isBack = false
      const { first, back } = await api.db.transaction().execute(async (tx) => {
        await sql`lock table mails in exclusive mode`.execute(tx)
        const written = workOff(api, null)
        await expect.poll(waiting).toBeGreaterThanOrEqual(1)
        const ended = give(journey, null)
          .then(() => workOff(api, null))
          .finally(() => (isBack = true))
        await expect.poll(async () => isBack || (await waiting()) >= 2).toBe(true)
        return { first: written, back: ended }
      })
      await Promise.all([first, back])
      expect(await kindsOf(journey)).toEqual(['job_farmed_out', 'job_withdrawn'])
    },
  )
})
