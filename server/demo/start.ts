import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROLES } from '../../contract/core/vocabulary'
import { hashPassword, makePassword } from '../adapters/passwords'
import { seal } from '../adapters/sealed-secrets'
import { makeWebhookSecret } from '../adapters/webhook-signing'
import { ConfigError } from '../config/env'
import type { Db } from '../db/database'
import type { DemoPerson } from '../features/demo/routes'
import { fillDatabase } from './fill'
import { buildWorld } from './world/build-world'
import { localDay } from './world/clock'
import { USERS } from './world/people/users'
import { DEMO_PARTNER } from './world/sales/partners'

/** Usernames of the staff that the sign-in page offers. */
const PEOPLE = ['admin', 'dispatcher', 'agent']

const DemoFile = z.object({
  /** Day on which the demo was filled, and around which it is dated; null while it is being filled. */
  filled_on: z.iso.date().nullable(),
  people: z.array(
    z.object({ role: z.enum([...ROLES, 'partner']), username: z.string(), name: z.string(), password: z.string() }),
  ),
})
type DemoFile = z.output<typeof DemoFile>

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

/** Whether a data folder belongs to the demo. */
export const isDemoFolder = (dataDir: string): boolean => existsSync(fileIn(dataDir))

/**
 * Fills the database with the demo company of today. Within the same day, the data stays with all changes by users; on the
 * next day, it is filled again.
 * @returns the users that can sign in, with passwords that were generated at the fill.
 * @param webhookKey encrypts the secrets of webhooks
 * @throws ConfigError when the database has data that is not of the demo.
 */
export async function startDemo(
  db: Db,
  { dataDir, webhookKey, now }: { dataDir: string; webhookKey: Uint8Array; now: Date },
): Promise<DemoPerson[]> {
  const today = localDay(now)
  const known = read(dataDir)
  if (known?.filled_on === today && (await areThere(db, known.people))) return known.people
  if (!isDemoFolder(dataDir) && (await areThere(db, [])))
    throw new ConfigError([
      `WAYLINE_DATA_DIR: ${dataDir} holds data that is not the demo's, which the demo would replace. Choose another folder, or start without --demo.`,
    ])
  const people = makePeople()
  // Marks the folder before the first write, so that an interrupted fill is recognized.
  write(dataDir, { filled_on: null, people })
  const hashes = new Map<string, string>()
  for (const { username, password } of people) hashes.set(username, await hashPassword(password))
  const world = buildWorld(now)
  const users = world.users.map((user) => ({ ...user, password_hash: hashes.get(user.username) ?? null }))
  const partner_members = world.partner_members.map((member) => ({
    ...member,
    password_hash: hashes.get(member.email) ?? null,
  }))
  const webhook_endpoints = world.webhook_endpoints.map((endpoint) => {
    const secret = makeWebhookSecret()
    return { ...endpoint, secret: seal(secret, webhookKey), secret_last4: secret.slice(-4) }
  })
  await fillDatabase(db, { ...world, users, partner_members, webhook_endpoints })
  write(dataDir, { filled_on: today, people })
  return people
}

const write = (dataDir: string, content: DemoFile) =>
  writeFileSync(fileIn(dataDir), JSON.stringify(content, null, 2), { mode: 0o600 })

/** Returns the demo's file; null without a readable one, and then the demo is filled again. */
function read(dataDir: string): DemoFile | null {
  if (!isDemoFolder(dataDir)) return null
  const parsed = DemoFile.safeParse(jsonOrNull(readFileSync(fileIn(dataDir), 'utf8')))
  return parsed.success ? parsed.data : null
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Whether the database has accounts, and the accounts of these people. */
async function areThere(db: Db, people: readonly DemoPerson[]): Promise<boolean> {
  const users = await db.selectFrom('users').select('username').execute()
  const members = await db.selectFrom('partner_members').select('email').execute()
  const names = new Set([...users.map(({ username }) => username), ...members.map(({ email }) => email)])
  return users.length > 0 && people.every(({ username }) => names.has(username))
}

const makePeople = (): DemoPerson[] => [
  ...USERS.filter(({ username }) => PEOPLE.includes(username)).map(({ username, role, first, last }) => ({
    role,
    username,
    name: `${first} ${last}`,
    password: makePassword(),
  })),
  {
    role: 'partner',
    username: DEMO_PARTNER.email,
    name: `${DEMO_PARTNER.first} ${DEMO_PARTNER.last} · ${DEMO_PARTNER.company}`,
    password: makePassword(),
  },
]
