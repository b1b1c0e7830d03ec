import { sql } from 'kysely'
import { LOGIN_WINDOW_S, SIGN_IN_PLACES_PER_ACCOUNT, SIGN_IN_PLACE_KEPT_DAYS } from '../../contract/core/limits'
import type { Db } from '../db/database'
import type { Tx } from '../db/transaction'

/** Whose credential is tried, and from where. */
export interface Tried {
  /** Key under which the attempt is counted; staff, partners and proofs of a session never share one. */
  key: string
  /** Keys under which attempts at the same account are counted, `key` included. */
  accountKeys: readonly string[]
  /** Key of the networks that the account has signed in from. */
  placesKey: string
  /** Empty where it does not matter. */
  network: string
}

const before = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000).toISOString()
const placesSince = (at: Date) => before(at, SIGN_IN_PLACE_KEPT_DAYS * 86_400)

/** Failed attempts of the window, the one under way included. */
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

/** Notes a try as one that went wrong, until it has proved right: many at once count each other, too. */
export async function beginTry(db: Db, tried: Tried, at: Date): Promise<Counted> {
  const { key, accountKeys, placesKey, network } = tried
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
  const [tries] = rows
  if (!tries) throw new Error('The try was not counted.')
  return { id, ...tries }
}

/** A try that was none. */
export async function withdrawTry(db: Db, id: number): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
}

/** Forgets what went wrong, once something went right. */
export async function forgetTries(db: Db, { accountKeys, network }: Tried): Promise<void> {
  await db.deleteFrom('login_failures').where('account', 'in', accountKeys).where('network', '=', network).execute()
}

/** Somebody has signed in: what went wrong is forgotten, and where they came from remembered. */
export async function welcome(tx: Tx, tried: Tried, at: Date): Promise<void> {
  await forgetTries(tx, tried)
  const { placesKey, network } = tried
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

/** Forgets what counts no longer. */
export async function sweepTries(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('login_failures').where('at', '<=', before(at, LOGIN_WINDOW_S)).execute()
  await db.deleteFrom('sign_in_places').where('last_at', '<=', placesSince(at)).execute()
}
