import { sql } from 'kysely'
import {
  LOGIN_WINDOW_S,
  SIGN_IN_PLACES_PER_ACCOUNT,
  SIGN_IN_PLACE_RETENTION_DAYS,
} from '../../contract/core/limits/sign-in'
import type { Db } from '../db/database'
import type { Tx } from '../db/transaction'

/** Account and network of an attempt. */
export interface AttemptKeys {
  /** Key under which the attempt is counted; staff, partners and proofs of a session never share one. */
  key: string
  /** Keys under which attempts at the same account are counted, `key` included. */
  accountKeys: readonly string[]
  /** Key of the networks that the account has signed in from. */
  placesKey: string
  /** Empty if the network is not counted. */
  network: string
}

const before = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000).toISOString()
const placesSince = (at: Date) => before(at, SIGN_IN_PLACE_RETENTION_DAYS * 86_400)

/** Failed attempts within the window, the present one included. */
interface Counted {
  id: number
  /** Under the key of the attempt. */
  here: number
  from_strange: number
  /** Under any key of the account. */
  account_here: number
  account_from_strange: number
  from_network: number
  is_known: boolean
}

/** Records an attempt as failed until it succeeds, so that simultaneous attempts count each other. */
export async function beginAttempt(db: Db, attempt: AttemptKeys, at: Date): Promise<Counted> {
  const { key, accountKeys, placesKey, network } = attempt
  const keys = sql.join(accountKeys)
  const { id } = await db
    .insertInto('login_failures')
    .values({ account: key, network, at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Omit<Counted, 'id'>>`
    with known as (select network from sign_in_places where account = ${placesKey} and last_at > ${placesSince(at)}),
    failures as (
      select account, network, network not in (select network from known) as is_strange from login_failures
      where (account in (${keys}) or network = ${network}) and at > ${before(at, LOGIN_WINDOW_S)} and id <= ${id})
    select count(*) filter (where account = ${key} and network = ${network})::int as here,
      count(*) filter (where account = ${key} and is_strange)::int as from_strange,
      count(*) filter (where account in (${keys}) and network = ${network})::int as account_here,
      count(*) filter (where account in (${keys}) and is_strange)::int as account_from_strange,
      count(*) filter (where network = ${network})::int as from_network,
      ${network} in (select network from known) as is_known
    from failures`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('The attempt was not counted.')
  return { id, ...counts }
}

/** Deletes an attempt that must not count. */
export async function deleteAttempt(db: Db, id: number): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** Deletes the failed attempts at an account from a network. */
export async function deleteFailures(db: Db, { accountKeys, network }: AttemptKeys): Promise<void> {
  await db.deleteFrom('login_failures').where('account', 'in', accountKeys).where('network', '=', network).execute()
}

/** Deletes the failed attempts after a sign-in, and records its network as known to the account. */
export async function recordSuccess(tx: Tx, attempt: AttemptKeys, at: Date): Promise<void> {
  await deleteFailures(tx, attempt)
  const { placesKey, network } = attempt
  if (network === '') return
  await tx
    .insertInto('sign_in_places')
    .values({ account: placesKey, network, last_at: at.toISOString() })
    .onConflict((conflict) => conflict.columns(['account', 'network']).doUpdateSet({ last_at: at.toISOString() }))
    .execute()
  await sql`
    delete from sign_in_places where account = ${placesKey} and network in (
      select network from sign_in_places where account = ${placesKey}
      order by last_at desc, network offset ${SIGN_IN_PLACES_PER_ACCOUNT})`.execute(tx)
}

/** Deletes attempts and known networks that no longer count. */
export async function sweepAttempts(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('at', '<=', before(at, LOGIN_WINDOW_S)).execute()
  await db.deleteFrom('sign_in_places').where('last_at', '<=', placesSince(at)).execute()
}
