import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { uuidv7 } from 'uuidv7'
import { ImportRequest } from '../../contract/operations/timetable-report'
import { readConfig } from '../config/env'
import { DataFolderInUse, openDatabase } from '../db/database'
import { reportText } from '../features/gtfs/report-text'
import { recordRun, runImport } from '../features/gtfs/run-import'
import { systemContext } from '../kernel/context'
import { checkInput } from '../http/check-input'
import { Refusal } from '../http/refusal'
import { prepareSchema } from './prepare-schema'
import { runCli } from './run-cli'

const USAGE = `npm run import:gtfs -- FILE.zip --from DATE --to DATE [--dry-run] [--skip-rows-in-error] [--stop-sales-of-gone] [--vehicle-type CODE] [--source-id ID] [--new-source-name NAME] [--accept-moves]

  FILE.zip              a GTFS feed
  --from, --to          first and last service date to make journeys for, such as 2026-03-29
  --dry-run             report what would happen and write nothing
  --skip-rows-in-error  leave out the rows in error with what hangs on them, import the rest
  --stop-sales-of-gone  sell no more seats of journeys that an earlier import made and this feed no longer has
  --vehicle-type        code of the vehicle type that gives new journeys their seats; the first active one unless given
  --source-id           source that the feed is an edition of; found by its stops and routes unless given
  --new-source-name     name of a new source for the feed
  --accept-moves        move stations by more than a kilometre and rename them as the feed says`

/** Imports a GTFS feed and prints the report; exits with code 1 when the feed is refused. */
await runCli(async (say) => {
  const { path, request } = readArguments()
  await access(path).catch(() => {
    throw new Error(`There is no file ${path}. Give the path of a GTFS .zip.`)
  })
  const config = readConfig(process.env, { demo: false })
  const database = await openDatabase({ ...config, onError: () => undefined, onWait: say }).catch((error: unknown) => {
    if (!(error instanceof DataFolderInUse)) throw error
    throw new Error(`${error.message} While the server runs, import on its screen under Routes, or stop it first.`)
  })
  try {
    await prepareSchema(database, say)
    const context = systemContext('import:gtfs', database.clock.now)
    const run = {
      id: uuidv7(),
      fileName: basename(path),
      request: {
        ...request,
        vehicle_type: request.vehicle_type ?? null,
        source_id: request.source_id ?? null,
        new_source_name: request.new_source_name ?? null,
        started_by: context.actor.name,
      },
    }
    await recordRun(database.db, context, run)
    const report = await runImport(database.db, context, path, run).catch((error: unknown) => {
      throw error instanceof Refusal ? new Error(String(error.detail ?? error.message)) : error
    })
    say(reportText(report))
    if (report.outcome === 'refused') process.exitCode = 1
  } finally {
    await database.close()
  }
})

/** Reads the command line. @throws Error with the usage for invalid arguments. */
function readArguments(): { path: string; request: ImportRequest } {
  const { values, positionals } = parsed()
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new Error(`Name one feed.\n\n${USAGE}`)
  const { data: request, issues } = checkInput(ImportRequest, {
    from: values.from,
    to: values.to,
    skip_rows_in_error: String(values['skip-rows-in-error']),
    stop_sales_of_gone: String(values['stop-sales-of-gone']),
    dry_run: String(values['dry-run']),
    vehicle_type: values['vehicle-type'],
    source_id: values['source-id'],
    new_source_name: values['new-source-name'],
    accept_moves: String(values['accept-moves']),
  })
  if (issues === undefined) return { path, request }
  const problems = issues.map((issue) => `--${issue.path.replaceAll('_', '-')}: ${String(issue.message)}`)
  throw new Error(`${problems.join('\n')}\n\n${USAGE}`)
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'skip-rows-in-error': { type: 'boolean', default: false },
        'stop-sales-of-gone': { type: 'boolean', default: false },
        'vehicle-type': { type: 'string' },
        'source-id': { type: 'string' },
        'new-source-name': { type: 'string' },
        'accept-moves': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}
