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

/** Those whom one can sign in as. */
const PEOPLE = ['admin', 'dispatcher', 'agent']

const DemoFile = z.object({
  /** The day that the demo was filled on, and is dated around; null while it is being filled. */
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
 * Makes sure that the database holds the demo company as it is today: once filled it stays for the rest of the day, with
 * all that people did to it, and is filled anew on the next.
 * @returns the people whom one can sign in as, with passwords that were made up at the fill.
 * @param webhookKey seals the secrets of webhooks
 * @throws ConfigError when the database holds something that is no demo.
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
  // Marks the folder before anything is written, so that a fill that breaks off is known for one.
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

/** Null when there is none, or it cannot be read: then the demo is filled anew. */
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

/** Whether the database has accounts, and those of the people among them. */
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
