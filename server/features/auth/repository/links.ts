import { sql } from 'kysely'
import type { AccountLinkPurpose } from '../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../db/transaction'

interface NewLink {
  id: string
  userId: string
  purpose: AccountLinkPurpose
  by: string | null
  expiresAt: Date
}

export const insertLink = (tx: Tx, { id, userId, purpose, by, expiresAt }: NewLink) =>
  tx
    .insertInto('account_links')
    .values({ id, user_id: userId, purpose, created_by_user_id: by, expires_at: expiresAt.toISOString() })
    .execute()

const links = (reader: Reader) =>
  reader
    .selectFrom('account_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select([
      'l.id',
      'l.user_id',
      'l.purpose',
      'l.expires_at',
      'l.used_at',
      'l.revoked_at',
      'u.username',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.status',
    ])

export const findLink = (reader: Reader, id: string) => links(reader).where('l.id', '=', id).executeTakeFirst()

/** Locks a link with its account, so that concurrent uses are serialized. */
export const lockLink = (tx: Tx, id: string) => links(tx).where('l.id', '=', id).forUpdate().executeTakeFirst()

export type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

export const markUsed = (tx: Tx, id: string, at: Date) =>
  tx.updateTable('account_links').set({ used_at: at.toISOString() }).where('id', '=', id).execute()

/** Activates an invited account. */
export const activate = (tx: Tx, userId: string) =>
  tx.updateTable('users').set({ status: 'active' }).where('id', '=', userId).where('status', '=', 'invited').execute()

export const lockUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'first_name', 'last_name', 'status', 'locale', 'password_hash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const companyName = async (reader: Reader): Promise<string> =>
  (await sql<{ name: string }>`select name from company`.execute(reader)).rows[0]?.name ?? ''
