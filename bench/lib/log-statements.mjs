// Preloaded into the product: writes each statement sent to PostgreSQL into STATEMENTS_FILE, one JSON object per line.
import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(pathToFileURL(`${process.cwd()}/package.json`))
/** @type {typeof import('pg')} */
const pg = require('pg')
/** @type {{ prepareValue: (value: unknown) => string | Buffer | null }} */
const { prepareValue } = require('pg/lib/utils')
const file = process.env.STATEMENTS_FILE ?? ''

/** @typedef {{ text: string, values?: unknown[] }} Question */

pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
  apply(query, client, args) {
    const [asked, more] = args
    /** @type {Question} */
    const { text, values = [] } =
      typeof asked === 'string' ? { text: asked, values: Array.isArray(more) ? more : [] } : asked
    const statement = values.map((value) => prepareValue(value)?.toString() ?? null)
    appendFileSync(file, `${JSON.stringify({ session: client.processID, text, values: statement })}\n`)
    return Reflect.apply(query, client, args)
  },
})
