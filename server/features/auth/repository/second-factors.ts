import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction'

export const readFactor = (reader: Reader, userId: string) =>
  reader.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Locked, so that two uses of one code come one after the other. */
export const lockFactor = (tx: Tx, userId: string) =>
  tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

/** Keeps a secret that is not confirmed yet, in place of any that was not. */
export const proposeFactor = (tx: Tx, userId: string, secret: string) =>
  tx
    .insertInto('second_factors')
    .values({ user_id: userId, secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, confirmed_at: null, last_step: 0 }))
    .execute()

export const noteStep = (tx: Tx, userId: string, step: number) =>
  tx.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()

export const confirmFactor = (tx: Tx, userId: string, at: Date) =>
  tx.updateTable('second_factors').set({ confirmed_at: at.toISOString() }).where('user_id', '=', userId).execute()

export async function dropFactor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** @returns whether that changed the account */
export async function showFactor(tx: Tx, userId: string, isOn: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ mfa_enabled: isOn, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', userId)
    .where('mfa_enabled', '!=', isOn)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ code_hash: hash, user_id: userId })))
    .execute()
}

/** Uses a code up. @returns whether it was one that was left */
export async function takeRecoveryCode(tx: Tx, userId: string, hash: string, at: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: at.toISOString() })
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}

export const countRecoveryCodes = async (reader: Reader, userId: string): Promise<number> =>
  (
    await reader
      .selectFrom('recovery_codes')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).left
