import { sql } from 'kysely'
import type { Db } from '../../../db/database'

export { publishSignals, type Signal } from '../../../db/signals'

/** Returns the display names of users: full name, or the username without one. */
export async function namesOf(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where(sql<boolean>`id = any(${[...userIds]}::uuid[])`)
    .execute()
  return new Map(
    rows.map((user) => [user.id, [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username]),
  )
}

/** Returns the journeys of these reservations. */
export async function journeysOf(db: Db, reservationIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('reservation_legs')
    .select('journey_id')
    .distinct()
    .where(sql<boolean>`reservation_id = any(${[...reservationIds]}::uuid[])`)
    .execute()
  return rows.map(({ journey_id: id }) => id)
}
