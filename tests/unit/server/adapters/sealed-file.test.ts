import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSealed, writeSealed } from '../../../../server/adapters/sealed-file'

const folder = mkdtempSync(join(tmpdir(), 'wayline-sealed-'))
const [file, other] = [join(folder, 'one.backup'), join(folder, 'other.backup')]
const key = new Uint8Array(32).fill(7)
const LINES = ['first', 'second', 'third']

beforeAll(async () => {
  await writeSealed(file, Readable.from(LINES), key)
  await writeSealed(other, Readable.from(['something', 'else']), key)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = []
  for await (const line of lines) read.push(line)
  return read
}

describe('a sealed file', () => {
  it('returns its lines from the first one on each read', async () => {
    const lines = await readSealed(file, key)
    expect(await all(lines())).toEqual(LINES)
    expect(await all(lines())).toEqual(LINES)
  })

  it('that was replaced after its check fails the read and not the process', async () => {
    const lines = await readSealed(file, key)
    copyFileSync(other, file)
    await expect(all(lines())).rejects.toThrow()
  })
})
