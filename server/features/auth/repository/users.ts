import { sql } from 'kysely'
import type { CurrentUser } from '../../../../contract/entities/auth'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

export { endAccess, endLinks } from '../../../kernel/sessions'

export interface Account extends CurrentUser {
  password_hash: string | null
  password_expires_at: string | null
  status: string
  mfa_enabled: boolean
}

const ACCOUNT = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'is_staff',
  'role',
  'locale',
  'must_change_password',
  'password_hash',
  'password_expires_at',
  'status',
  'mfa_enabled',
] as const

/** Returns the reference to an account in the history. */
export const named = (account: Account) => ({ type: 'users', id: account.id, label: account.username })

/** Finds an account by its user name or email, case-insensitively. */
export const findAccount = (reader: Reader, name: string): Promise<Account | undefined> =>
  reader
    .selectFrom('users')
    .select(ACCOUNT)
    .where((eb) =>
      eb.or([eb(sql`lower(username)`, '=', name.toLowerCase()), eb(sql`lower(email)`, '=', name.toLowerCase())]),
    )
    .executeTakeFirst()

export const getAccount = (reader: Reader, id: string): Promise<Account | undefined> =>
  reader.selectFrom('users').select(ACCOUNT).where('id', '=', id).executeTakeFirst()

/** Locks an account. @returns whether it is active, and its password and second factor are unchanged since it was read */
export const lockUnchanged = async (tx: Tx, { id, password_hash, mfa_enabled }: Account): Promise<boolean> => {
  const now = await tx.selectFrom('users').select(ACCOUNT).where('id', '=', id).forUpdate().executeTakeFirst()
  return now?.status === 'active' && now.password_hash === password_hash && now.mfa_enabled === mfa_enabled
}

export const setPassword = (tx: Tx, userId: string, hash: string) =>
  tx
    .updateTable('users')
    .set({
      password_hash: hash,
      must_change_password: false,
      password_expires_at: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .execute()

export const markLoggedIn = (tx: Tx, userId: string, at: Date) =>
  tx.updateTable('users').set({ last_login_at: at.toISOString() }).where('id', '=', userId).execute()

export const hasAnyUser = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined

/** @returns false if another process that starts at the same moment was first */
export const insertFirstAdmin = async (
  tx: Tx,
  admin: {
    id: string
    username: string
    email: string
    passwordHash: string
    mustChange: boolean
    expiresAt: Date | null
  },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values({
      id: admin.id,
      username: admin.username,
      email: admin.email,
      first_name: 'First',
      last_name: 'Administrator',
      is_staff: true,
      role: 'admin',
      status: 'active',
      password_hash: admin.passwordHash,
      must_change_password: admin.mustChange,
      password_expires_at: admin.expiresAt?.toISOString() ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const restoreAdmin = (tx: Tx, id: string, passwordHash: string, expiresAt: Date) =>
  tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_expires_at: expiresAt.toISOString(),
      must_change_password: true,
      role: 'admin',
      status: 'active',
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
