import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { print } from '../../scripts/lib/print.mjs'
import type { Operation } from '../../contract/core/operations'
import { signAccess } from '../../server/adapters/access-tokens'
import { openDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { startDemo } from '../../server/demo/start'
import { POSTGRES_LIMITS } from '../support/api'
import { launch, type Launched } from '../support/crash/killable'
import { ALWAYS_REFUSED, isAccepted, unexpectedAnswers } from '../support/loop/always-refused'
import type { Call } from '../support/loop/call'
import { CALLS_MAX, measuredOperations, numberedAttempts, type NumberedAttempt } from '../support/loop/calls'
import { enlargeCompany, type Company } from '../support/loop/company'
import { LOOP_METER, loopMeterOf, type LoopMeter } from '../support/loop/metered'
import { createDatabase } from '../support/postgres'
import { LONG_TEST_TIMEOUT_MS, TEST_TIMEOUT_MS } from '../support/timeouts'

/** The long run tests every field of every operation in turn; other runs test all fields of an operation together. */
const IS_EVERY_FIELD = process.env['WAYLINE_EVERY_FIELD'] === '1'
const ONLY = process.env['WAYLINE_LOOP_ONLY']?.split(',')
/** Maximum processor time between two turns, as a multiple of the time that parsing a document of 1 MiB takes. */
const UNITS_MAX = 20
const NS_PER_MS = 1_000_000
const SHOWN = 10
/** Each stretch in the order of the calls, so that a long run can be followed. */
const LOG_FILE = 'test-results/event-loop.jsonl'
const TASK_LOOK_EVERY_MS = 100
const EXIT_REPORT_MS = TEST_TIMEOUT_MS / 4
/** Polls of a task before it is cancelled; it completes dozens of slices in that time. */
const TASK_LOOKS = 30

/** Operations that only the long run calls, because each call takes seconds. */
const ONLY_LONG: Readonly<Record<string, string>> = {
  exportJournal: 'reads the whole ledger',
  printPartnerStatement: 'writes 10,000 trips as a PDF until its time is over',
  getPartnerStatement: 'reads 10,000 trips',
  exportPartnerStatement: 'reads 10,000 trips',
  exportGtfs: 'reads 10,000 departures',
  checkOctoAvailability: 'finds the prices of 10,000 departures',
  checkOctoCalendar: 'finds the prices of 10,000 departures',
  getStatement: 'reads 10,000 trips',
  exportStatement: 'reads 10,000 trips',
  printStatement: 'writes 10,000 trips as a PDF until its time is over',
  getOwnStatement: 'reads 10,000 trips',
  exportOwnStatement: 'reads 10,000 trips',
  printOwnStatement: 'writes 10,000 trips as a PDF until its time is over',
  downloadBackup: 'writes a backup of the company',
  downloadTaskFile: 'exports 10,000 departures',
  downloadRejected: 'reads a table of 20,000 customers',
  getGtfsImport: 'reads a feed of 5,000 departures',
  startImport: 'reads a table of 20,000 customers',
  uploadSheet: 'reads a table of 20,000 customers',
  startGtfsImport: 'reads a feed of 5,000 departures',
  startBulk: 'changes 20,000 reservations',
  mergeCustomers: 'moves 9,000 reservations',
  exportRecords: 'reads 10,000 departures',
  printReceipt: 'writes a PDF',
  suggestPlan: 'plans two days',
  putVehicleTypes: 'recalculates the seats of 10,000 departures',
  patchVehicleTypes: 'recalculates the seats of 10,000 departures',
}

/** Other kernels do not report the processor time of a thread. */
const NEEDS_SCHEDSTAT = existsSync('/proc/self/schedstat') ? '' : ' (skipped: no /proc/self/schedstat)'

const folder = mkdtempSync(join(tmpdir(), 'wayline-loop-'))
const key = Buffer.alloc(32, 7)
const KEYS = ['access_token_key', 'csrf_key', 'ticket_key', 'webhook_key', 'account_key', 'backup_key']

let server: Launched
let meter: LoopMeter
let company: Company
let dropDatabase = async (): Promise<void> => undefined

beforeAll(async () => {
  if (NEEDS_SCHEDSTAT) return
  expect(await ensureBuilt(['server'])).toBe(0)
  const postgres = inject('postgresServer')
  const database = postgres === null ? null : await createDatabase(postgres)
  if (database) dropDatabase = database.drop
  const dataDir = join(folder, 'data')
  company = await fillDatabase(database?.url ?? null, dataDir)
  const secretsFile = join(folder, 'secrets.json')
  const secrets = Object.fromEntries(KEYS.map((name) => [name, key.toString('base64')]))
  writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
  const settings = {
    WAYLINE_DATA_DIR: dataDir,
    SECRETS_FILE: secretsFile,
    DB_DURABILITY: 'relaxed',
    FAKE_PAYMENTS: '1',
  }
  server = launch({ ...settings, ...(database && { DATABASE_URL: database.url }) }, { ahead: [LOOP_METER] })
  await server.ready
  meter = loopMeterOf(server)
}, LONG_TEST_TIMEOUT_MS)

afterAll(async () => {
  await server?.kill()
  await dropDatabase()
  rmSync(folder, { recursive: true, force: true })
})

async function fillDatabase(databaseUrl: string | null, dataDir: string): Promise<Company> {
  const database = await openDatabase({
    databaseUrl,
    databasePool: 1,
    dataDir,
    durability: 'relaxed',
    queryLimitMs: 0,
    postgresLimits: { ...POSTGRES_LIMITS, statementMs: TEST_TIMEOUT_MS, idleMs: TEST_TIMEOUT_MS },
    onError: (error) => {
      throw error
    },
  })
  await migrate(database)
  await startDemo(database.db, { dataDir: mkdtempSync(join(folder, 'demo-')), webhookKey: key, now: new Date() })
  const filled = await enlargeCompany(database.db)
  await database.close()
  return filled
}

interface Answer {
  status: number
  text: string
}

async function ask({ method, url, caller, account: index, headers, body }: Call): Promise<Answer> {
  const token = company.portalTokens[index]
  const account = company.accounts[index]
  if (!account) throw new Error(`The company has no account ${index}.`)
  const authorization = {
    staff: `Bearer ${await signAccess(key, account, new Date())}`,
    portal: `Token ${token}`,
    reseller: `Bearer ${company.keySecret}`,
    anonymous: null,
  }[caller]
  const answer = await fetch(`${server.address}${url}`, {
    method,
    redirect: 'manual',
    // The server may close a kept connection while a request is on its way.
    headers: { ...headers, connection: 'close', ...(authorization !== null && { authorization }) },
    ...(body !== undefined && { body }),
  }).catch(throwLost)
  return { status: answer.status, text: await answer.text() }
}

/** @throws Error with the output of the server, and says whether it has ended: its sockets close before its exit is reported */
async function throwLost(error: unknown): Promise<never> {
  const hasEnded = await expect
    .poll(() => server.isAlive(), { timeout: EXIT_REPORT_MS })
    .toBe(false)
    .then(
      () => true,
      () => false,
    )
  throw new Error(`${hasEnded ? 'The server has ended.' : 'The server lost a connection.'}\n${server.output()}`, {
    cause: error,
  })
}

/** Makes a call that prepares another one. @returns the text of its response */
async function prepare(call: Call): Promise<string> {
  const { status, text } = await ask(call)
  if (!isAccepted({ status })) throw new Error(`${call.method} ${call.url} was refused: ${status} ${text}`)
  return text
}

/** Makes a call and polls the task that it starts for a while. @returns its answer */
async function send(call: Call): Promise<Answer> {
  const answer = await ask(call)
  if (answer.status !== 202) return answer
  const { id } = JSON.parse(answer.text) as { id: string }
  const { account } = call
  const isFeed = call.url.includes('/gtfs/')
  const url = isFeed ? `/api/gtfs/imports/${id}` : `/api/tasks/${id}`
  let looks = 0
  const isSeen = async () => {
    looks += 1
    const { text: task } = await ask({ method: 'GET', url, caller: 'staff', account, headers: {} })
    return looks >= TASK_LOOKS || !task.includes('"finished_at":null')
  }
  await expect.poll(isSeen, { interval: TASK_LOOK_EVERY_MS, timeout: TEST_TIMEOUT_MS }).toBe(true)
  if (looks >= TASK_LOOKS && !isFeed)
    await ask({ method: 'POST', url: `${url}/cancel`, caller: 'staff', account, headers: {} })
  return answer
}

interface Segment {
  id: string
  name: string
  ns: number
  /** Status of the response; 0 when a call that prepares it was refused. */
  status: number
  /** Response of a refused call, or of a refused preparation. */
  refusal?: string
}

/** Measures an input, repeatedly while it exceeds the limit. @returns the shortest of its longest stretches */
async function measureAttempt({ operation, what, make, turn }: NumberedAttempt, limitNs: number): Promise<Segment> {
  const named = { id: operation.id, name: `${operation.id} with ${what}` }
  let shortest: Segment = { ...named, ns: Infinity, status: 0 }
  for (let times = 0; times < CALLS_MAX && shortest.ns > limitNs; times += 1) {
    let call: Call
    try {
      call = await make(turn(times), prepare)
    } catch (error) {
      return { ...named, ns: 0, status: 0, refusal: String(error) }
    }
    const { ns, result } = await meter.measure(() => send(call))
    const { status, text } = result
    if (ns < shortest.ns) shortest = { ...named, ns, status, ...(!isAccepted(result) && { refusal: text }) }
  }
  return shortest
}

function log({ name, ns, status, refusal }: Segment, unitNs: number): void {
  const units = Number((ns / unitNs).toFixed(2))
  appendFileSync(LOG_FILE, `${JSON.stringify({ units, status, name, refusal })}\n`)
}

const isChosen = (operation: Operation): boolean =>
  ONLY ? ONLY.includes(operation.id) : IS_EVERY_FIELD || !(operation.id in ONLY_LONG)

/** Returns whether a sample needs no further inputs of an operation: one was accepted, or all of them are refused. */
const isAnswered = (stretches: readonly Segment[], { id }: Operation): boolean =>
  id in ALWAYS_REFUSED || stretches.some((stretch) => stretch.id === id && isAccepted(stretch))

/** Returns the inputs of an operation, those with all fields first. */
const inputsOf = (attempts: readonly NumberedAttempt[], operation: Operation): NumberedAttempt[] =>
  attempts
    .filter((attempt) => attempt.operation === operation)
    .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole))

const RUN_MS = IS_EVERY_FIELD ? 10 * LONG_TEST_TIMEOUT_MS : LONG_TEST_TIMEOUT_MS

describe.skipIf(NEEDS_SCHEDSTAT)(`event loop${NEEDS_SCHEDSTAT}`, () => {
  it(
    `gets a turn within ${UNITS_MAX} units for the largest input of every operation`,
    { timeout: RUN_MS },
    async () => {
      const unitNs = await meter.measureUnit()
      const stretches: Segment[] = []
      const attempts = numberedAttempts(company)
      mkdirSync(dirname(LOG_FILE), { recursive: true })
      writeFileSync(LOG_FILE, '')
      for (const operation of measuredOperations().filter(isChosen))
        for (const attempt of inputsOf(attempts, operation)) {
          if (!IS_EVERY_FIELD && !attempt.isWhole && isAnswered(stretches, operation)) continue
          const stretch = await measureAttempt(attempt, UNITS_MAX * unitNs)
          stretches.push(stretch)
          log(stretch, unitNs)
        }
      const lines = stretches
        .toSorted((a, b) => b.ns - a.ns)
        .map(({ name, ns, status }) => `${(ns / unitNs).toFixed(1).padStart(6)} units: ${name} (${status})`)
      print(`A unit is ${(unitNs / NS_PER_MS).toFixed(1)} ms of processor time. The longest stretches:`)
      for (const line of lines.slice(0, SHOWN)) print(line)
      const threaded = measuredOperations().filter(({ ok }) => [ok.type].flat().includes('application/pdf'))
      print(`Written in the thread for PDFs: ${threaded.map(({ id }) => id).join(', ')}`)
      print('Read in the thread for spreadsheets: XLSX files of uploadSheet')
      const isLong = ({ ns }: Segment) => ns > UNITS_MAX * unitNs
      expect(stretches.filter(isLong).map(({ name }) => name)).toEqual([])
      expect(stretches.filter(({ status }) => status === 0 || status === 500)).toEqual([])
      expect(unexpectedAnswers(stretches, ALWAYS_REFUSED)).toEqual({ refused: [], accepted: [] })
    },
  )
})
