import { parse, protocol, type messages, type PGlite } from '@electric-sql/pglite'

/** The least recently used statement is closed when there are more. */
const MAX_PREPARED = 400
/** Texts that were used once: a text is prepared at its second use. */
const MAX_SEEN_ONCE = 5_000
/** A statement that can change the columns of prepared statements. */
const CHANGES_SCHEMA = /\b(alter|create|drop)\b/i

/** A text that the database has parsed under a name. */
interface Prepared {
  name: string
  parameterTypes: readonly number[]
  /** Describes the columns of its rows; undefined where it has none. */
  columns: messages.BackendMessage | undefined
}

export interface Answer {
  rows: Record<string, unknown>[]
  affectedRows: number
}

const { serialize } = protocol

/**
 * Executes statements on the embedded database. `PGlite.query` plans a statement at each call and exchanges five messages;
 * here a repeated statement is prepared once, and each call exchanges one message.
 */
export class PreparedStatements {
  readonly #db: PGlite
  /** By text, the least recently used first. */
  readonly #prepared = new Map<string, Prepared>()
  readonly #seenOnce = new Set<string>()
  /** Names that the database still has to close. */
  #unused: string[] = []
  #lastName = 0

  constructor(db: PGlite) {
    this.#db = db
  }

  /** @throws DatabaseError */
  async query(text: string, params: readonly unknown[]): Promise<Answer> {
    if (params.length === 0) return this.run(text)
    const known = this.#prepared.get(text)
    if (known) {
      this.#prepared.delete(text)
      this.#prepared.set(text, known)
      return this.#execute(known, params)
    }
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= MAX_SEEN_ONCE) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return answerOf([await this.#db.query(text, [...params])])
    }
    return this.#execute(await this.#prepare(text), params)
  }

  /** Runs one statement or several, without parameters. @throws DatabaseError */
  async run(script: string): Promise<Answer> {
    try {
      return answerOf(await this.#db.exec(script))
    } finally {
      if (CHANGES_SCHEMA.test(script)) for (const text of this.#prepared.keys()) this.#drop(text)
    }
  }

  #drop(text: string): void {
    this.#unused.push(this.#prepared.get(text)?.name ?? '')
    this.#prepared.delete(text)
  }

  async #prepare(text: string): Promise<Prepared> {
    const [oldest] = this.#prepared.keys()
    if (oldest !== undefined && this.#prepared.size >= MAX_PREPARED) this.#drop(oldest)
    this.#lastName += 1
    const name = `wayline_${this.#lastName}`
    const replies = await this.#db.execProtocolStream(
      join([
        ...this.#unused.map((unused) => serialize.close({ type: 'S', name: unused })),
        serialize.parse({ name, text }),
        serialize.describe({ type: 'S', name }),
        serialize.sync(),
      ]),
    )
    this.#unused = []
    const parameters = replies.find(isParameters)
    const columns = replies.find((reply) => reply.name === 'rowDescription')
    const prepared = { name, parameterTypes: parameters?.dataTypeIDs ?? [], columns }
    this.#prepared.set(text, prepared)
    return prepared
  }

  async #execute({ name, parameterTypes, columns }: Prepared, params: readonly unknown[]): Promise<Answer> {
    const values = params.map((param, index) => {
      if (param === null || param === undefined) return null
      const write = this.#db.serializers[parameterTypes[index] ?? 0]
      if (write) return write(param)
      return typeof param === 'string' ? param : JSON.stringify(param)
    })
    const replies = await this.#db.execProtocolStream(
      join([serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]),
    )
    return answerOf(parse.parseResults(columns ? [columns, ...replies] : replies, this.#db.parsers))
  }
}

const isParameters = (reply: messages.BackendMessage): reply is messages.ParameterDescriptionMessage =>
  reply.name === 'parameterDescription'

/** Returns the answer of the last statement. */
function answerOf(results: ReturnType<typeof parse.parseResults>): Answer {
  const last = results.at(-1)
  return { rows: last?.rows ?? [], affectedRows: last?.affectedRows ?? 0 }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
