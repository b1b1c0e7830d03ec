import { user } from '../../../contract/entities/user'
import { hashPassword } from '../../adapters/passwords'
import type { Row, StoreOptions, Values, Write } from '../../crud/store-options'
import type { Tx } from '../../db/transaction'
import { Refusal } from '../../http/refusal'

export const usersStore: StoreOptions = {
  entity: user,
  table: 'users',
  label: (row) => String(row['username']),
  blockedBy: [
    { resource: 'staff', table: 'staff', column: 'user_id', label: 'employee_no' },
    { resource: 'reservations', table: 'reservations', column: 'booked_by_user_id', label: 'reference' },
  ],
  prepare: async (tx, write) => {
    if (write.current && isActiveAdmin(write.current) && !isActiveAdmin(write.next))
      await refuseLastAdmin(tx, write.current.id)
    return passwordColumns(write)
  },
  stored: endSessionsOfTheLocked,
  removing: async (tx, row, context) => {
    if (row.id === context.actor.id)
      throw new Refusal('invalid_state', 'You cannot delete your own account. Ask another administrator.')
    if (isActiveAdmin(row)) await refuseLastAdmin(tx, row.id)
    await tx.deleteFrom('saved_views').where('owner_id', '=', row.id).where('audience', '=', 'me').execute()
  },
}

const isActiveAdmin = (row: Row | Values) => row['role'] === 'admin' && row['status'] === 'active'

/** Locks the administrators, so that two of them cannot demote each other at the same moment. */
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
    throw new Refusal('last_admin', 'This is the only active administrator. Make somebody else one first.')
}

/** A password that somebody else chose has to be changed at the next sign-in. */
async function passwordColumns({ input, current, context }: Write): Promise<Values> {
  const password = input['password']
  if (typeof password !== 'string') return {}
  const own = current !== null && current.id === context.actor.id
  return { password_hash: await hashPassword(password), must_change_password: !own, password_expires_at: null }
}

/** Whoever may no longer sign in, got a new password from somebody or another role, is out at once. */
async function endSessionsOfTheLocked(tx: Tx, id: string, { current, next, input, context }: Write): Promise<void> {
  if (current === null) return
  const isSame = next['status'] === 'active' && next['role'] === current['role'] && input['password'] === undefined
  if (isSame) return
  await tx
    .updateTable('auth_sessions')
    .set({ revoked_at: context.now().toISOString(), revoke_reason: 'account_changed' })
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(context.actor.sessionId !== null && id === context.actor.id, (query) =>
      query.where('id', '!=', context.actor.sessionId ?? ''),
    )
    .execute()
}
