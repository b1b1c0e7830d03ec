import { sql } from 'kysely'
import type { JourneyLeg } from '../../contract/entities/journey'
import { audit } from './audit'
import { noteChange, signalAfterCommit, type Tx } from './transaction'

/*
 * The seat counters of journeys, and the one order in which they are locked: reservations, then journeys by id,
 * then their legs by number. Whoever changes a counter goes through here.
 */

/** Seats that come to or leave the counters of a journey between two of its calls. */
export interface Change {
  journey_id: string
  board_seq: number
  alight_seq: number
  held: number
  confirmed: number
}

type AuditContext = Parameters<typeof audit>[1] & { now: () => Date }

/** Whoever happens to look first did not end the hold. */
const CLOCK = { kind: 'system', id: null, name: 'hold expiry' } as const

/** The counters of a journey, and the version that it had when they were locked. */
export interface LockedSeats {
  version: number
  legs: JourneyLeg[]
}

/** Locks the counters of journeys until the transaction ends and reads them, by journey. */
export async function lockSeats(tx: Tx, journeyIds: readonly string[]): Promise<Map<string, LockedSeats>> {
  const found = new Map<string, LockedSeats>()
  if (journeyIds.length === 0) return found
  // Each journey before its legs: its peak load is written with them, and whoever cancels it must not miss a booking.
  // A leg that was changed by whom this waited for is read anew as it is locked.
  const { rows } = await sql<JourneyLeg & { journey_id: string; version: number }>`
    with locked as materialized (
      select id, version from journeys where id = any(${[...journeyIds]}::uuid[]) order by id for no key update
    )
    select l.journey_id, locked.version, l.leg_seq, l.capacity, l.overbooking_allowance, l.confirmed, l.held
    from locked join journey_legs l on l.journey_id = locked.id
    order by l.journey_id, l.leg_seq for update of l`.execute(tx)
  for (const { journey_id, version, ...leg } of rows) {
    const seats = found.get(journey_id) ?? { version, legs: [] }
    found.set(journey_id, seats)
    seats.legs.push(leg)
  }
  return found
}

/** Changes the counters and the peak loads of journeys whose seats are locked. */
export async function changeSeats(tx: Tx, changes: readonly Change[]): Promise<void> {
  const real = changes.filter(({ held, confirmed }) => held !== 0 || confirmed !== 0)
  if (real.length === 0) return
  const journeyIds = [...new Set(real.map((change) => change.journey_id))]
  const column = (name: keyof Change) => real.map((change) => change[name])
  // One statement: it reads no leg that it has changed itself, so the load of those comes from what they return.
  await sql`
    with change as (
      select l.journey_id, l.leg_seq, sum(c.held)::int as held, sum(c.confirmed)::int as confirmed
      from unnest(${column('journey_id')}::uuid[], ${column('board_seq')}::int[], ${column('alight_seq')}::int[],
        ${column('held')}::int[], ${column('confirmed')}::int[]) as c(journey_id, board_seq, alight_seq, held, confirmed)
      join journey_legs l on l.journey_id = c.journey_id and l.leg_seq >= c.board_seq and l.leg_seq < c.alight_seq
      group by l.journey_id, l.leg_seq
    ), changed as (
      update journey_legs l set held = l.held + c.held, confirmed = l.confirmed + c.confirmed from change c
      where l.journey_id = c.journey_id and l.leg_seq = c.leg_seq
      returning l.journey_id, l.leg_seq, l.confirmed + l.held as load
    )
    update journeys j set peak_load = now.load
    from (
      select journey_id, max(load) as load from (
        select journey_id, load from changed
        union all
        select l.journey_id, l.confirmed + l.held from journey_legs l
        where l.journey_id = any(${journeyIds}::uuid[]) and not exists (
          select 1 from changed c where c.journey_id = l.journey_id and c.leg_seq = l.leg_seq)
      ) legs group by journey_id
    ) now
    where j.id = now.journey_id`.execute(tx)
  // A sale leaves the journey's version and history alone, yet who looks at its seats has to see it.
  for (const id of journeyIds) {
    signalAfterCommit(tx, { kind: 'change', resource: 'journeys', id, version: null, change: 'updated', by: null })
    noteChange(tx, { action: 'journeys.seats_changed', entity: { type: 'journeys', id, label: id } })
  }
}

interface OverdueLeg {
  id: string
  reference: string
  environment: 'live' | 'test'
  seats: number
  journey_id: string
  board_seq: number
  alight_seq: number
}

/**
 * Ends the holds on these journeys that have run out and gives their seats back. Leaves the journeys' seats locked.
 * A hold that somebody else is changing just now is left to them.
 */
export async function expireHolds(tx: Tx, context: AuditContext, journeyIds: readonly string[]): Promise<void> {
  const overdue = await lockOverdue(tx, journeyIds, context.now())
  if (overdue.length === 0) return
  await lockSeats(tx, [...new Set([...journeyIds, ...overdue.map((leg) => leg.journey_id)])])
  const ids = [...new Set(overdue.map((leg) => leg.id))]
  for (const id of ids) {
    const legs = overdue.filter((leg) => leg.id === id)
    const [first] = legs
    if (!first) continue
    if (first.environment === 'live')
      await changeSeats(
        tx,
        legs.map((leg) => ({ ...leg, held: -leg.seats, confirmed: 0 })),
      )
    await audit(
      tx,
      { ...context, actor: CLOCK },
      {
        action: 'reservations.expired',
        entity: { type: 'reservations', id, label: first.reference },
        changes: [{ field: 'status', old: 'on_hold', new: 'expired' }],
      },
    )
  }
  await sql`
    update reservations set status = 'expired', hold_expires_at = null, version = version + 1, updated_at = now(),
      payment_status = case when paid_minor > 0 then 'refund_due' else 'unpaid' end
    where id = any(${ids}::uuid[])`.execute(tx)
  await sql`
    update reservation_passengers set status = 'cancelled' where reservation_id = any(${ids}::uuid[])`.execute(tx)
}

async function lockOverdue(tx: Tx, journeyIds: readonly string[], now: Date): Promise<OverdueLeg[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select r.id from reservations r
    where r.status = 'on_hold' and r.hold_expires_at <= ${now.toISOString()}
      and r.id in (select reservation_id from reservation_legs where journey_id = any(${[...journeyIds]}::uuid[]))
    order by r.id for update of r skip locked`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<OverdueLeg>`
    select r.id, r.reference, r.environment, r.seats, l.journey_id, l.board_seq, l.alight_seq
    from reservations r join reservation_legs l on l.reservation_id = r.id
    where r.id = any(${locked.map(({ id }) => id)}::uuid[]) order by r.id, l.position`.execute(tx)
  return rows
}
