import fc from 'fast-check'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Archive } from '../../../../../../server/features/gtfs/read/archive'
import { readHeader, readRows } from '../../../../../../server/features/gtfs/read/csv'
import { optional } from '../../../../../../server/features/gtfs/read/fields'
import { Issues } from '../../../../../../server/features/gtfs/read/issues'
import { mixedLines } from '../../../../../support/odd/mixed-lines'

const raw = optional((value) => value, '')
const SPEC = { name: 'things.txt', fields: { a: raw, b: raw, c: raw } }

const archiveOf = (open: () => Readable): Archive => ({
  names: new Set([SPEC.name]),
  open: async () => open(),
  readShare: () => 0,
  close: () => undefined,
})

/** Yields the bytes of a text in chunks. */
function* chunked(text: string, bytesPerChunk: number): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += bytesPerChunk) yield bytes.subarray(start, start + bytesPerChunk)
}

async function rowsOf(archive: Archive, issues = new Issues()) {
  const found: { line: number; values: string[] }[] = []
  for await (const { line, row } of readRows(archive, SPEC, issues)) found.push({ line, values: [row.a, row.b, row.c] })
  return { found, issues }
}

describe('a file with mixed line ends', () => {
  test('keeps every row, its line and the line breaks of its quoted values', async () => {
    await fc.assert(
      fc.asyncProperty(mixedLines, fc.integer({ min: 1, max: 64 }), async ({ text, rows }, size) => {
        const { found, issues } = await rowsOf(archiveOf(() => Readable.from(chunked(text, size))))
        expect(found).toEqual(rows)
        expect([issues.errorsTotal, issues.warningsTotal]).toEqual([0, 0])
      }),
    )
  })
})

describe('a row without values', () => {
  test.each([',,', '   ', '" ",\t,', '\u001A', '\u001A\u001A', ' \u001A'])(
    '%j is skipped with a warning',
    async (blank) => {
      const text = `a,b,c\r\n1,2,3\r\n${blank}\r\n4,5,6\r\n${blank}\r\n`
      const { found, issues } = await rowsOf(archiveOf(() => Readable.from([text])))
      expect(found).toEqual([
        { line: 2, values: ['1', '2', '3'] },
        { line: 4, values: ['4', '5', '6'] },
      ])
      expect(issues.errors).toEqual([])
      expect(issues.warnings).toMatchObject([
        { file: 'things.txt', line: 3, field: null, code: 'rows_blank', values: { count: 2 } },
      ])
    },
  )

  test('is skipped before the header, without a warning when it is empty', async () => {
    const archive = archiveOf(() => Readable.from(['\r\n,,\r\na,b,c\r\n\r\n1,2,3\r\n\r\n']))
    const issues = new Issues()
    expect(await readHeader(archive, SPEC.name, issues)).toEqual(['a', 'b', 'c'])
    expect((await rowsOf(archive, issues)).found).toEqual([{ line: 5, values: ['1', '2', '3'] }])
    expect(issues.warnings).toMatchObject([{ line: 2, code: 'rows_blank', values: { count: 1 } }])
  })

  test('at the end of the file is not part of the last value', async () => {
    const { found } = await rowsOf(archiveOf(() => Readable.from(['a,b,c\n1,2,3\u001A'])))
    expect(found).toEqual([{ line: 2, values: ['1', '2', '3'] }])
  })
})

describe('a source that fails', () => {
  const FAILURE = new Error('The disk is gone.')

  test('midway ends the reading with its error', async () => {
    async function* failing() {
      yield Buffer.from('a,b,c\n1,2,3\n')
      throw FAILURE
    }
    await expect(rowsOf(archiveOf(() => Readable.from(failing())))).rejects.toBe(FAILURE)
  })

  test('is destroyed when only the header is needed', async () => {
    const source = new Readable({ read: () => undefined })
    source.push('a,b,c\n1,2,3\n4,5,6\n')
    expect(
      await readHeader(
        archiveOf(() => source),
        SPEC.name,
        new Issues(),
      ),
    ).toEqual(['a', 'b', 'c'])
    expect(source.destroyed).toBe(true)
  })
})
