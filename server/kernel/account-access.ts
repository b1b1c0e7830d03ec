import type { Tx } from '../db/transaction'

interface Ending {
  /** Kept with each session, as the history of sessions tells it. */
  reason: string
  at: Date
  /** A session that goes on: the caller's own; null ends every one. */
  but: string | null
}

/** Ends what lets anybody in as this user: their sessions with every token of them, and links to choose a password. */
export async function endAccess(tx: Tx, userId: string, { reason, at, but }: Ending): Promise<void> {
  await tx
    .updateTable('auth_sessions')
    .set({ revoked_at: at.toISOString(), revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(but !== null, (query) => query.where('id', '!=', but ?? ''))
    .execute()
  await endLinks(tx, userId, at)
}

/** The links of a user that nobody has used are dead from here on. */
export const endLinks = (tx: Tx, userId: string, at: Date) =>
  tx
    .updateTable('account_links')
    .set({ revoked_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
