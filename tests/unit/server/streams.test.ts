import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Code that creates a stream, or passes one on without its errors. */
const STREAM =
  /\b(?:createReadStream|createWriteStream|Readable\.from|new (?:PassThrough|Transform|Duplex|Readable|Writable|ZipFile))\b|\.pipe\(/g

/**
 * Handling of stream errors in the server, by file. A stream error without a handler ends the process.
 * Add a line only after reading the code: a stream goes through `pipeline`, is iterated with `for await`, is sent as
 * an answer before its first read, or has an error listener from the start.
 */
const REVIEWED: Readonly<Record<string, readonly [streams: number, handledBy: string]>> = {
  'adapters/sealed-file.ts': [7, 'pipeline, for await'],
  'adapters/zip.ts': [3, 'for await; each source has a listener'],
  'cli/export-journal.ts': [2, 'pipeline'],
  'features/backups/routes.ts': [1, 'sent as an answer'],
  'features/exports/file.ts': [1, 'sent as an answer, for await'],
  'features/gtfs/read/archive.ts': [1, 'pipeline'],
  'features/gtfs/repository/runs.ts': [1, 'for await'],
  'features/gtfs/upload.ts': [1, 'pipeline'],
  'features/payments/routes.ts': [1, 'sent as an answer'],
  'features/tasks/import/read-csv.ts': [1, 'pipeline'],
  'features/tasks/import/routes.ts': [1, 'sent as an answer'],
  'features/tasks/routes.ts': [1, 'sent as an answer'],
}

it('every stream of the server has an error handler', () => {
  const found: Record<string, number> = {}
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const code = readFileSync(join('server', file), 'utf8').replace(/^import .*$/gm, '')
    const streams = code.match(STREAM)?.length ?? 0
    if (streams > 0) found[file] = streams
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(REVIEWED).map(([file, [streams]]) => [file, streams])))
})
