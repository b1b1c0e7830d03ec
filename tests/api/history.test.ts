import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AuditChange } from '../../contract/entities/audit-event'
import { reservation } from '../../contract/entities/reservation'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

interface Entry {
  action: string
  changes: AuditChange[]
}

const api = useApi()
const desk = useBooking(api)
const FIELDS = Object.keys(reservation.writable)
/** Returns the writable fields of a record that are not null. */
const settable = (record: Json): Json =>
  Object.fromEntries(FIELDS.flatMap((field) => ((record[field] ?? null) === null ? [] : [[field, record[field]]])))

const historyOf = async (record: Json) =>
  (await desk.admin.list('audit-events', { filter: { entity_id: record['id'] }, sort: ['at', 'DESC'] })).rows.map(
    (row) => row as unknown as Entry,
  )

/** Returns the states of a record according to its history, oldest first. */
function statesBy(history: readonly Entry[]): Json[] {
  const states: Json[] = []
  let state: Json = {}
  for (const { changes } of history.toReversed()) {
    state = { ...state, ...Object.fromEntries(changes.map(({ field, new: value }) => [field, value])) }
    states.push(settable(state))
  }
  return states
}

/** Creates a hold and changes it several times. @returns the record after each step */
async function createHistory(): Promise<[Json, ...Json[]]> {
  const journey = await make(desk.admin, 'journeys')
  const made = (
    await desk.book(journey, 2, { status: 'on_hold', lead_phone: '+35799123456', flight: { number: 'FR4021' } })
  ).body
  expect(made['status'], JSON.stringify(made)).toBe('on_hold')
  const done = async (answer: Promise<{ status: number; body: Json }>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  return [
    made,
    await done(desk.change(made, { lead_name: 'Ana Soler', lead_phone: null, internal_notes: 'By the window' })),
    await done(desk.change(made, { lead_phone: '+35799654321', lead_email: 'ana@example.com' })),
    await done(desk.step(made, 'confirm')),
    await done(
      desk.step(made, 'amend', {
        legs: [ride(journey, 1, 2)],
        passengers: adults(3),
        reason: 'One more',
      }),
    ),
    await done(desk.step(made, 'cancel', { reason: 'Plans changed' })),
  ]
}

describe('the history of a reservation', () => {
  it('shows the record as created, also after simultaneous changes', async () => {
    const journey = await make(desk.admin, 'journeys')
    for (let round = 0; round < 10; round += 1) {
      const made = (await desk.book(journey, 1, { lead_name: 'First' })).body
      await Promise.all(Array.from({ length: 8 }, (_, index) => desk.change(made, { lead_name: `Name ${index}` })))
      const [created] = statesBy(await historyOf(made))
      expect(created?.['lead_name']).toBe('First')
    }
  })

  it('shows each state of the record, though the entry of its creation has no changes', async () => {
    const records = await createHistory()
    const { rows } = await sql<{ action: string; has_changes: boolean }>`
      select action, changes is not null as has_changes from audit_events where entity_id = ${records[0]['id']} order by at, id
    `.execute(api.db)
    expect(rows[0]).toEqual({ action: 'reservations.created', has_changes: false })
    expect(rows.slice(1).every(({ has_changes }) => has_changes)).toBe(true)
    expect(statesBy(await historyOf(records[0]))).toEqual(records.map(settable))
  })

  it('shows all states of a deleted reservation, and of one from an older version', async () => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 2, { status: 'on_hold' })).body
    const other = (await desk.change(made, { lead_name: 'Ana Soler', locale: 'es' })).body
    const released = (await desk.step(made, 'cancel', { reason: 'Plans changed' })).body
    expect((await desk.remove(made)).status).toBe(200)
    const states = [made, other, released].map(settable)
    expect(statesBy(await historyOf(made)).slice(0, 3)).toEqual(states)
    // Older versions stored the values in the entry of the creation.
    const [created] = (await historyOf(made)).toReversed()
    await api.db.transaction().execute(async (tx) => {
      await sql`select set_config('wayline.erasing', 'on', true)`.execute(tx)
      await sql`
        update audit_events set changes = ${JSON.stringify(created?.changes)}::jsonb
        where entity_id = ${made['id']} and action = 'reservations.created'`.execute(tx)
    })
    expect(statesBy(await historyOf(made)).slice(0, 3)).toEqual(states)
  })
})
