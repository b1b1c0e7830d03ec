import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { FIRST_PASSWORD_LIFE_S } from '../../../contract/core/limits/passwords'
import { hashPassword, makePassword } from '../../adapters/passwords'
import { writeText } from '../../adapters/whole-file'
import { audit } from '../../kernel/audit'
import { secondsAfter } from '../../kernel/sessions'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { systemContext } from '../../kernel/context'
import { endAccess, findAccount, hasAnyUser, insertFirstAdmin, restoreAdmin } from './repository/users'

interface Settings {
  dataDir: string
  email: string
  /** From ADMIN_PASSWORD_FILE; null generates one that must be changed at the first sign-in. */
  password: string | null
  now: Date
}

const FILE = 'first-admin.txt'
const USERNAME = 'admin'

/**
 * Creates the first administrator of an empty database.
 * @returns how to sign in with a generated password, to be printed once; null otherwise
 */
export async function ensureFirstAdmin(
  db: Db,
  settings: Settings,
): Promise<{ username: string; password: string; file: string } | null> {
  const file = join(settings.dataDir, FILE)
  if (await hasAnyUser(db)) return null
  const password = settings.password ?? makePassword()
  const madeUp = settings.password === null
  const passwordHash = await hashPassword(password)
  const id = uuidv7()
  const isFirst = await inTransaction(db, async (tx) => {
    const expiresAt = madeUp ? secondsAfter(settings.now, FIRST_PASSWORD_LIFE_S) : null
    const isInserted = await insertFirstAdmin(tx, {
      id,
      username: USERNAME,
      email: settings.email,
      passwordHash,
      mustChange: madeUp,
      expiresAt,
    })
    if (!isInserted) return false
    await audit(
      tx,
      systemContext('first start', () => settings.now),
      {
        action: 'users.created',
        entity: { type: 'users', id, label: USERNAME },
      },
    )
    // Without the file, the password of the new account would be unknown.
    if (madeUp) writeText(file, `user name: ${USERNAME}\npassword:  ${password}\n`)
    return true
  })
  return isFirst && madeUp ? { username: USERNAME, password, file } : null
}

/**
 * Gives an account a new password, the role admin and the status active, for operators with shell access.
 * @throws if the user does not exist
 */
export async function resetAdmin(db: Db, username: string, now: Date): Promise<{ username: string; password: string }> {
  const account = await findAccount(db, username)
  if (!account) throw new Error(`There is no user "${username}". Give the user name of an existing account.`)
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  const expiresAt = secondsAfter(now, FIRST_PASSWORD_LIFE_S)
  await inTransaction(db, async (tx) => {
    await restoreAdmin(tx, account.id, passwordHash, expiresAt)
    await endAccess(tx, account.id, { reason: 'password_reset', at: now, but: null })
    await audit(
      tx,
      systemContext('admin:reset', () => now),
      {
        action: 'users.password_reset',
        entity: { type: 'users', id: account.id, label: account.username },
      },
    )
  })
  return { username: account.username, password }
}

/** Removes the file with the first password once that password is no longer valid. */
export const removeFirstAdminFile = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true })
