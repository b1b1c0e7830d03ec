import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { CountedPieces, TillSession, TillSheet } from '../../../../contract/operations/tills'
import type { Role, TILL_COUNT_KINDS } from '../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../db/transaction'
import { NAME_OF_USER } from '../../../kernel/names'

const nameOf = (column: string) =>
  sql.raw<string | null>(`(select ${NAME_OF_USER} from users u where u.id = ${column})`)

/** Hides the counted and the expected amount of a session until its till is counted. */
const sessions = (where: RawBuilder<unknown>) => sql<TillSession>`
  select s.id, s.till_id, t.code as till_code, t.name as till_name, t.currency, s.user_id,
    ${nameOf('s.user_id')} as user_name, s.opened_at, s.float_minor,
    s.opening_difference_minor, s.opening_reason, s.counted_at, s.closed_at, s.difference_reason,
    case when s.closed_at is not null then 'closed' when s.counted_at is not null then 'counted' else 'open' end as state,
    c.counted_minor, e.expected_minor, c.counted_minor - e.expected_minor as difference_minor,
    e.expected_minor is not null and exists (
      select from till_counts k
      where k.till_session_id = s.id and k.kind = 'closing' and k.total_minor <> e.expected_minor
    ) as has_differed,
    ${nameOf('s.closed_by_user_id')} as closed_by_name,
    ${nameOf('(select h.user_id from till_sessions h where h.id = s.handed_to_session_id)')} as handed_to_name
  from till_sessions s join tills t on t.id = s.till_id
    cross join lateral (select case when s.counted_at is not null then coalesce(s.counted_minor, (
      select total_minor from till_counts where till_session_id = s.id and kind = 'closing' order by id desc limit 1
    )) end as counted_minor) c
    cross join lateral (select case when s.counted_at is not null then coalesce(s.expected_minor, (
      select coalesce(sum(amount_minor), 0)::bigint from ledger_entries
      where sub_id = s.till_id and account = 'tills' and currency = t.currency
    )) end as expected_minor) e
  ${where}`

interface Page {
  /** Only sessions of this user; null = of all users. */
  userId: string | null
  isClosed?: boolean | undefined
  before?: string | undefined
  /** Unlimited by default. */
  limit?: number
}

/** Returns sessions, the most recently opened first. */
export async function listSessions(reader: Reader, page: Page): Promise<TillSession[]> {
  const { userId, isClosed, before, limit = null } = page
  const { rows } = await sessions(sql`
    where ${userId === null ? sql`true` : sql`s.user_id = ${userId}`}
      and ${isClosed === undefined ? sql`true` : isClosed ? sql`s.closed_at is not null` : sql`s.closed_at is null`}
      and ${before === undefined ? sql`true` : sql`s.opened_at < ${before}`}
    order by s.opened_at desc, s.id desc limit ${limit}::bigint`).execute(reader)
  return rows
}

export async function readSession(reader: Reader, id: string): Promise<TillSession | null> {
  const { rows } = await sessions(sql`where s.id = ${id}`).execute(reader)
  return rows[0] ?? null
}

/** Returns a session with its takings, cash movements and counts. */
export async function readSheet(reader: Reader, session: TillSession): Promise<TillSheet> {
  const takings = await sql<TillSheet['takings'][number]>`
    select method, count(*) filter (where direction = 'payment')::int as payments,
      count(*) filter (where direction = 'refund')::int as refunds,
      coalesce(sum(amount_minor) filter (where direction = 'payment'), 0)::bigint as payments_minor,
      coalesce(sum(amount_minor) filter (where direction = 'refund'), 0)::bigint as refunds_minor
    from payments where till_session_id = ${session.id} and state = 'posted' group by method order by method`.execute(
    reader,
  )
  const moves = await sql<TillSheet['moves'][number]>`
    select m.at, case when m.to_session_id = ${session.id} then m.amount_minor else -m.amount_minor end as amount_minor,
      t.name as till_name, ${nameOf('m.user_id')} as user_name, m.reason
    from till_moves m
      left join till_sessions o on o.id =
        case when m.to_session_id = ${session.id} then m.from_session_id else m.to_session_id end
      left join tills t on t.id = o.till_id
    where m.from_session_id = ${session.id} or m.to_session_id = ${session.id} order by m.id`.execute(reader)
  const counts = await sql<TillSheet['counts'][number]>`
    select c.kind, c.at, ${nameOf('c.user_id')} as user_name, c.pieces, c.total_minor
    from till_counts c where c.till_session_id = ${session.id} order by c.id`.execute(reader)
  return {
    ...session,
    takings: takings.rows.map(({ payments_minor, refunds_minor, ...row }) => {
      const isHidden = row.method === 'cash' && session.state === 'open'
      return {
        ...row,
        payments_minor: isHidden ? null : payments_minor,
        refunds_minor: isHidden ? null : refunds_minor,
      }
    }),
    moves: moves.rows,
    counts: counts.rows,
  }
}

/** Locks a session: waits for running payments through its till, and blocks new ones. */
export async function lockSession(tx: Tx, id: string): Promise<void> {
  await sql`select 1 from till_sessions where id = ${id} for update`.execute(tx)
}

/** Locks a session against counting until the transaction ends; payments may still use it. */
export async function holdSession(tx: Tx, id: string): Promise<void> {
  await sql`select 1 from till_sessions where id = ${id} for key share`.execute(tx)
}

/** Returns the id of a till's session that is not closed. */
export async function openSessionOf(tx: Tx, tillId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('till_sessions')
    .select('id')
    .where('till_id', '=', tillId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns the name of the till that a user has open at a station, or null. */
export async function openAt(tx: Tx, userId: string, stationId: string | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select t.name from till_sessions s join tills t on t.id = s.till_id
    where s.user_id = ${userId} and s.closed_at is null and s.station_id is not distinct from ${stationId}`.execute(tx)
  return rows[0]?.name ?? null
}

export interface NewSession {
  till_id: string
  station_id: string | null
  user_id: string
  opened_at: string
  float_minor: number
  opening_difference_minor?: number
  opening_reason?: string | null
}

/** Returns whether a till was opened before; only then can cash be left in it. */
export async function wasOpened(tx: Tx, tillId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('till_sessions')
    .select('id')
    .where('till_id', '=', tillId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSession(tx: Tx, session: NewSession): Promise<string> {
  const id = uuidv7()
  await tx
    .insertInto('till_sessions')
    .values({ id, ...session })
    .execute()
  return id
}

interface NewCount {
  till_session_id: string
  kind: (typeof TILL_COUNT_KINDS)[number]
  at: string
  user_id: string
  pieces: CountedPieces
  total_minor: number
}

export async function insertCount(tx: Tx, { pieces, ...count }: NewCount): Promise<void> {
  await tx
    .insertInto('till_counts')
    .values({ id: uuidv7(), ...count, pieces: JSON.stringify(pieces) })
    .execute()
}

export async function markCounted(tx: Tx, id: string, at: string): Promise<void> {
  await sql`update till_sessions set counted_at = ${at}, version = version + 1, updated_at = ${at} where id = ${id}`.execute(
    tx,
  )
}

interface Ending {
  closed_at: string
  closed_by_user_id: string
  counted_minor: number
  expected_minor: number
  difference_reason: string | null
}

export async function endSession(tx: Tx, id: string, ending: Ending): Promise<void> {
  await tx
    .updateTable('till_sessions')
    .set({ ...ending, version: sql`version + 1`, updated_at: ending.closed_at })
    .where('id', '=', id)
    .execute()
}

export async function markHandedTo(tx: Tx, id: string, nextId: string): Promise<void> {
  await tx.updateTable('till_sessions').set({ handed_to_session_id: nextId }).where('id', '=', id).execute()
}

interface NewMove {
  at: string
  from_session_id: string | null
  to_session_id: string | null
  amount_minor: number
  user_id: string
  reason: string | null
}

export async function insertMove(tx: Tx, move: NewMove): Promise<void> {
  await tx
    .insertInto('till_moves')
    .values({ id: uuidv7(), ...move })
    .execute()
}

export interface Keeper {
  id: string
  name: string
}

/** Returns active users with one of the roles, sorted by name. */
export async function keepersOf(reader: Reader, roles: readonly Role[]): Promise<Keeper[]> {
  const { rows } = await sql<Keeper>`
    select u.id, ${sql.raw(NAME_OF_USER)} as name from users u
    where u.status = 'active' and u.role = any(${[...roles]}::text[]) order by lower(${sql.raw(NAME_OF_USER)}), u.id`.execute(
    reader,
  )
  return rows
}
