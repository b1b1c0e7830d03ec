import type { Db } from './database'
import type { Tx } from './transaction'

/** Notes a sign-in that went wrong. @param account a name that people and partners never share */
export const recordFailure = (db: Db, account: string, ip: string, at: Date) =>
  db.insertInto('login_failures').values({ account, ip, at: at.toISOString() }).execute()

export const forgetFailures = (tx: Tx, account: string, ip: string) =>
  tx.deleteFrom('login_failures').where('account', '=', account).where('ip', '=', ip).execute()

/** Failed sign-ins since an instant: from this address for this account, and from this address at all. */
export const countFailures = (db: Db, account: string, ip: string, since: Date) =>
  db
    .selectFrom('login_failures')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('account', '=', account).as('for_account'),
      eb.fn.countAll<number>().as('from_address'),
    ])
    .where('ip', '=', ip)
    .where('at', '>', since.toISOString())
    .executeTakeFirstOrThrow()
