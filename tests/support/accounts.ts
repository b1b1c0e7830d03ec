import { uuidv7 } from 'uuidv7'
import type { Json, TestApi } from './api'

/** Inserts a staff user, an agent by default. @param more columns of `users` */
export async function insertUser({ db }: Pick<TestApi, 'db'>, more: Json = {}) {
  const id = uuidv7()
  const username = `ben-${id.slice(-12)}`
  const email = `${username}@example.com`
  const row = { id, username, email, role: 'agent', status: 'active' } as const
  await db
    .insertInto('users')
    .values({ ...row, ...more })
    .execute()
  return { id, username, email }
}
