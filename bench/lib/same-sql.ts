import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from 'autocannon'
import { startProduct } from './product'

interface Statement {
  session: number
  text: string
  /** As sent by the driver. */
  values: (string | null)[]
}

/**
 * Returns the statements of one booking as a script for pgbench: the product gets the same request twice, and values that
 * differ between the two (ids, the reference, the ticket) are generated in every transaction.
 * @param journey the journey of the request, and SQL for that of a transaction with pgbench variables
 */
export async function statementsOf(
  databaseUrl: string,
  request: Request,
  journey: { id: string; sql: string },
): Promise<string[]> {
  const [first = [], second = []] = (await book(databaseUrl, request)).slice(-2)
  if (first.length === 0 || first.map(({ text }) => text).join() !== second.map(({ text }) => text).join())
    throw new Error(`Two bookings of the same asked ${first.length} and ${second.length} different statements.`)
  const generated = new GeneratedValues(new Map([[journey.id, `(${journey.sql})::text`]]))
  const written = first.map(({ text, values }, index) =>
    text.replaceAll(/\$(\d+)/g, (_, place: string) => {
      const value = values[Number(place) - 1] ?? null
      const other = second[index]?.values[Number(place) - 1] ?? null
      return value === null ? 'null' : generated.write(value, other, value === other ? null : codeOf(text, value))
    }),
  )
  return [generated.drawing(), ...written]
}

/** Returns SQL that generates a unique value other than an id. */
function codeOf(text: string, value: string): string | undefined {
  return text.includes('insert into "reservations"') && /^[A-Z0-9]{6}$/.test(value) ? REFERENCE : undefined
}

/** The generated values of each transaction, and the values composed of them. */
class GeneratedValues {
  readonly #made: string[] = []

  /** @param drawn SQL by the value that it replaces */
  constructor(private readonly drawn: Map<string, string>) {}

  /**
   * @param other the same value of the other booking: an id that occurs in both is not generated
   * @param code SQL for the whole value; undefined: only its new ids are generated; null: nothing is
   */
  write(value: string, other: string | null, code: string | null | undefined): string {
    if (code) this.drawn.set(value, code)
    else if (code === undefined)
      for (const [drawn] of value.matchAll(UUIDS_OR_HEX))
        if (!this.drawn.has(drawn) && other?.includes(drawn) !== true)
          this.drawn.set(drawn, UUID.test(drawn) ? NEW_ID : HEX)
    const places = [...this.drawn.keys()]
    const parts = value.split(new RegExp(`(${places.join('|')})`)).filter((part) => part !== '')
    if (!parts.some((part) => places.includes(part))) return literal(value)
    // A complete value gets its type from its position, like the value of a parameter.
    const made = parts.map((part) => (places.includes(part) ? `d${places.indexOf(part)}` : literal(part))).join(' || ')
    if (!this.#made.includes(made)) this.#made.push(made)
    return `:m${this.#made.indexOf(made)}`
  }

  drawing(): string {
    const drawn = [...this.drawn.values()].map((sql, index) => `${sql} as d${index}`)
    const made = this.#made.map((sql, index) => `${sql} as m${index}`)
    return `select ${made.join(', ')} from (select ${drawn.join(', ')}) drawn \\gset`
  }
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const UUID = new RegExp(`^${UUIDS.source}$`)
/** Ticket codes are generated, too. */
const UUIDS_OR_HEX = new RegExp(`${UUIDS.source}|\\b[0-9a-f]{32}\\b`, 'g')
const HEX = 'md5(random()::text)'
/** Version 7 like the product's ids, which are ordered by time. */
const NEW_ID = `regexp_replace(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(${HEX}, 1, 3) || '8' || substr(${HEX}, 1, 15), '(.{8})(.{4})(.{4})(.{4})(.{12})', '\\1-\\2-\\3-\\4-\\5')`
const REFERENCE = `translate(lpad(to_hex(nextval('bench_reservation')), 5, '0'), '01abcdef', 'GHABCDEF') || '9'`

/** pgbench interprets a colon before a word as a variable, in string literals as well. */
const literal = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a').replaceAll('\n', '\\n')}'`

/** Books three times, because the first booking also reads the price list, which is cached afterwards. */
async function book(databaseUrl: string, request: Request): Promise<Statement[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-statements-'))
  const file = join(folder, 'statements')
  const product = await startProduct({
    databaseUrl,
    fromSource: true,
    nodeOptions: ['--import', './bench/lib/log-statements.mjs'],
    env: { STATEMENTS_FILE: file },
  })
  try {
    const headers = await product.signIn()
    for (let n = 0; n < 3; n += 1) {
      const answer = await fetch(`${product.url}${request.path ?? ''}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: request.body as string,
      })
      if (!answer.ok) throw new Error(`A booking was answered with ${answer.status}: ${await answer.text()}`)
    }
    return bookingsIn(readFileSync(file, 'utf8'))
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One transaction sends the signals of several to other processes. */
const SAID_FOR_MANY = /pg_notify/

/** Returns the transactions with a reservation in them, without begin and commit. */
function bookingsIn(lines: string): Statement[][] {
  const open = new Map<number, Statement[]>()
  const found: Statement[][] = []
  for (const line of lines.trim().split('\n')) {
    const statement = JSON.parse(line) as Statement
    if (/^begin/i.test(statement.text)) open.set(statement.session, [])
    else if (/^commit/i.test(statement.text)) {
      const whole = open.get(statement.session) ?? []
      open.delete(statement.session)
      if (whole.some(({ text }) => text.includes('insert into "reservations"'))) found.push(whole)
    } else if (!SAID_FOR_MANY.test(statement.text)) open.get(statement.session)?.push(statement)
  }
  return found
}
