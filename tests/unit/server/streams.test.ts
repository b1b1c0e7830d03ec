import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Whatever makes a stream, or hands one on without its errors. */
const STREAM =
  /\b(?:createReadStream|createWriteStream|Readable\.from|new (?:PassThrough|Transform|Duplex|Readable|Writable|ZipFile))\b|\.pipe\(/g

/**
 * Who hears the error of each stream of the server, by file. An error that nobody hears ends the process.
 * Add a line here only after reading the code: a stream goes through `pipeline`, is iterated with `for await`, is
 * answered to a caller before its first read, or has an error listener from the start.
 */
const REVIEWED: Readonly<Record<string, readonly [streams: number, heardBy: string]>> = {
  'adapters/sealed-file.ts': [7, 'pipeline, for await'],
  'adapters/zip.ts': [3, 'for await; each source has a listener'],
  'cli/export-journal.ts': [2, 'pipeline'],
  'features/backups/routes.ts': [1, 'answered'],
  'features/exports/file.ts': [1, 'answered, for await'],
  'features/gtfs/read/archive.ts': [1, 'pipeline'],
  'features/gtfs/repository/runs.ts': [1, 'for await'],
  'features/gtfs/upload.ts': [1, 'pipeline'],
  'features/payments/routes.ts': [1, 'answered'],
  'features/tasks/import/read-csv.ts': [1, 'pipeline'],
  'features/tasks/import/routes.ts': [1, 'answered'],
  'features/tasks/routes.ts': [1, 'answered'],
}

it('every stream of the server has someone who hears its error', () => {
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
