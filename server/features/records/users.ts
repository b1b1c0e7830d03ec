import { sentence } from '../../../contract/core/sentence'
import { user } from '../../../contract/entities/user'
import { hashPassword } from '../../adapters/passwords'
import type { Row, StoreOptions, Values, Write } from '../../crud/store-options'
import { findPasswordWeakness } from '../../kernel/chosen-password'
import { endAccess } from '../../kernel/sessions'
import type { Tx } from '../../db/transaction'
import { Refusal, invalidAt, refusedDeletion } from '../../http/refusal'
import { weakPasswordAt } from '../../http/weak-password'

export const usersStore: StoreOptions = {
  entity: user,
  table: 'users',
  label: (row) => String(row['username']),
  blockedBy: [
    { resource: 'staff', table: 'staff', column: 'user_id', label: 'employee_no' },
    { resource: 'reservations', table: 'reservations', column: 'booked_by_user_id', label: 'reference' },
  ],
  beforeWrite: async (tx, write) => {
    if (write.current && isActiveAdmin(write.current) && !isActiveAdmin(write.next))
      await refuseLastAdmin(tx, write.current.id)
    return passwordColumns(tx, write)
  },
  afterWrite: endSessionsOfTheLocked,
  beforeDelete: async (tx, row, context) => {
    if (row.id === context.actor.id)
      throw refusedDeletion('own_account', sentence`You cannot delete your own account. Ask another administrator.`)
    if (isActiveAdmin(row)) await refuseLastAdmin(tx, row.id)
    await tx.deleteFrom('saved_views').where('owner_id', '=', row.id).where('audience', '=', 'me').execute()
  },
}

const isActiveAdmin = (row: Row | Values) => row['role'] === 'admin' && row['status'] === 'active'

/** Locks the administrators, so that two of them cannot demote each other concurrently. */
async function refuseLastAdmin(tx: Tx, id: string): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (admins.every((admin) => admin.id === id))
    throw new Refusal(
      'last_admin',
      sentence`This is the only active administrator. Make someone else an administrator first.`,
    )
}

/** A password set by another user must be changed at the next sign-in. The own password cannot be changed here. */
async function passwordColumns(tx: Tx, { input, current, next, context }: Write): Promise<Values> {
  const password = input['password']
  if (typeof password !== 'string') return {}
  if (current !== null && current.id === context.actor.id)
    throw invalidAt('password', sentence`Change your own password on your account page.`)
  const names = ['username', 'email', 'first_name', 'last_name'].map((name) => next[name])
  const weakness = await findPasswordWeakness(
    tx,
    password,
    names.map((name) => (typeof name === 'string' ? name : null)),
  )
  if (weakness) throw weakPasswordAt('password', weakness)
  return { password_hash: await hashPassword(password), must_change_password: true, password_expires_at: null }
}

/** Ends the sessions of a user whose password, role or status another user changed. */
async function endSessionsOfTheLocked(tx: Tx, id: string, { current, next, input, context }: Write): Promise<void> {
  if (current === null) return
  const isSameRole = next['role'] === current['role'] || next['status'] === 'invited'
  const isSame = next['status'] === current['status'] && isSameRole && input['password'] === undefined
  if (isSame) return
  await endAccess(tx, id, { reason: 'account_changed', at: context.now(), but: context.actor.sessionId })
}
