import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { JournalRequest } from '../../contract/operations/journal'
import { readConfig } from '../config/env'
import { openDatabase } from '../db/database'
import { journalFileName, journalOf } from '../features/payments/journal'
import { prepareSchema } from './prepare-schema'
import { runCli } from './run-cli'
import { checkInput } from '../http/check-input'

const USAGE = `npm run export:journal -- --from DATE --to DATE [--format hledger|beancount|csv] [FILE]

  --from, --to  first and last day of the period, such as 2026-03-01, on the company's clock
  --format      hledger, which ledger reads, too, unless given; beancount; csv
  FILE          is overwritten; named after the period unless given`

/** Writes the journal of a period into a file. */
await runCli(async (say) => {
  const { request, file } = readArguments()
  const config = readConfig(process.env, { demo: false })
  const database = await openDatabase({ ...config, queryLimitMs: 0, onError: () => undefined, onWait: say })
  try {
    await prepareSchema(database, say)
    await pipeline(Readable.from(journalOf(database.db, request)), createWriteStream(file, { mode: 0o600 }))
    say(`Wrote ${file}.`)
  } finally {
    await database.close()
  }
})

/** Reads the command line. @throws Error with the usage for invalid arguments. */
function readArguments(): { request: JournalRequest; file: string } {
  const { values, positionals } = parsed()
  const { data: request, issues } = checkInput(JournalRequest, { format: 'hledger', ...values })
  if (issues !== undefined) {
    const problems = issues.map(({ path, message }) => `--${path}: ${String(message)}`)
    throw new Error(`${problems.join('\n')}\n\n${USAGE}`)
  }
  const [file = journalFileName(request)] = positionals
  return { request, file }
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, to: { type: 'string' }, format: { type: 'string' } },
    })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}
