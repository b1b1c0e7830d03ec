import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { FIRST_PASSWORD_LIFE_S } from '../../../contract/core/limits'
import { hashPassword, makePassword } from '../../adapters/passwords'
import { writeText } from '../../adapters/whole-file'
import { audit } from '../../kernel/audit'
import { secondsAfter } from '../../kernel/sessions'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { systemContext } from '../../http/context'
import { endAccess, findAccount, hasAnyUser, insertFirstAdmin, restoreAdmin } from './repository'

interface Settings {
  dataDir: string
  email: string
  /** From ADMIN_PASSWORD_FILE; null makes one up that has to be changed at the first sign-in. */
  password: string | null
  now: Date
}

const FILE = 'first-admin.txt'
const USERNAME = 'admin'

/**
 * Gives an empty database its first administrator.
 * @returns how to sign in when a password was made up, to be printed once; null when there is nothing to tell.
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
    // Without it nobody would ever know the password of the account that is there.
    if (madeUp) writeText(file, `user name: ${USERNAME}\npassword:  ${password}\n`)
    return true
  })
  return isFirst && madeUp ? { username: USERNAME, password, file } : null
}

/**
 * Gives an account a new password, the administrator's role and an active status: the way back in for whoever has the shell.
 * @throws when there is no such user.
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

/** The file with the first password goes once that password no longer serves. */
export const removeFirstAdminFile = (dataDir: string): void => rmSync(join(dataDir, FILE), { force: true })
