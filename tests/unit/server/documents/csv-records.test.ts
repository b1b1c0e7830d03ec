import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { CsvSyntaxError, readCsvRecords } from '../../../../server/documents/csv-records'

const OPTIONS = { maxRecordChars: 1_000 }
const FAILURE = new Error('The disk is gone.')

async function linesOf(source: Readable, limit = Infinity): Promise<number[]> {
  const lines: number[] = []
  for await (const { line } of readCsvRecords(source, OPTIONS)) if (lines.push(line) >= limit) break
  return lines
}

describe('a source that fails', () => {
  async function* failingAfter(chunks: readonly string[]) {
    for (const chunk of chunks) yield Buffer.from(chunk)
    throw FAILURE
  }

  it.each([
    ['before its first byte', []],
    ['between two records', ['a,b\n1,2\n']],
    ['within a record', ['a,b\n1,"2']],
    ['within a line end', ['a,b\r']],
  ])('%s ends the reading with its error', async (_, chunks) => {
    await expect(linesOf(Readable.from(failingAfter(chunks)))).rejects.toBe(FAILURE)
  })

  it('by itself ends a reading that waits for more', async () => {
    const source = new Readable({ read: () => undefined })
    source.push('a,b\n')
    const reading = linesOf(source)
    source.destroy(FAILURE)
    await expect(reading).rejects.toBe(FAILURE)
  })

  it('is destroyed when the reader needs no more records, and may fail at that', async () => {
    const source = new Readable({ read: () => undefined, destroy: (_, done) => done(FAILURE) })
    source.push('a,b\n1,2\n3,4\n5,6\n')
    expect(await linesOf(source, 2)).toEqual([1, 2])
    expect(source.destroyed).toBe(true)
  })
})

describe('a text that is no CSV', () => {
  it.each([
    ['a quotation mark that is not closed', 'a,b\r\n"1\r\n1",2\r\n"3,4\r\n5,6\r\n', 4],
    ['a record that is too long', `a,b\r\n1,2\r\n${'x'.repeat(2_000)},3\r\n`, 3],
  ])('has an error with the line that %s begins on', async (_, text, line) => {
    const reading = linesOf(Readable.from([text]))
    await expect(reading).rejects.toEqual(new CsvSyntaxError(line))
  })
})

it('the end-of-file mark of DOS is removed only after the last value of the file', async () => {
  const found: string[][] = []
  const source = Readable.from(['a,b\u001A\r\n\r\n1,"2\u001A"\r\n3,4\u001A\u001A\r\n\u001A\r\n'])
  for await (const { values } of readCsvRecords(source, OPTIONS)) found.push(values)
  expect(found).toEqual([['a', 'b\u001A'], [''], ['1', '2\u001A'], ['3', '4'], ['\u001A']])
})
