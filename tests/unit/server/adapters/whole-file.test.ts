import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSealed, writeSealed } from '../../../../server/adapters/sealed-file'
import { fileTrouble, writeText } from '../../../../server/adapters/whole-file'

/** Device that refuses every write, like a full disk. */
const FULL_DISK = '/dev/full'
const key = Buffer.alloc(32, 7)

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wayline-file-'))
  file = join(folder, 'office')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function* lines() {
  for (let line = 0; line < 5_000; line += 1) yield `${line} ${Math.sqrt(line)}`
}
const linesOf = async () => {
  const found = []
  for await (const line of (await readSealed(file, key))()) found.push(line)
  return found
}

describe.skipIf(!existsSync(FULL_DISK))('a file on a full disk', () => {
  const FULL = expect.objectContaining({
    code: 'ENOSPC',
    message: expect.stringContaining(`The disk is full: `) as string,
  }) as Error

  it('is unchanged, without temporary files, and named in the error', () => {
    writeText(file, 'one')
    symlinkSync(FULL_DISK, `${file}.part`)
    expect(() => writeText(file, 'two')).toThrow(`The disk is full: ${file} could not be written.`)
    expect(readFileSync(file, 'utf8')).toBe('one')
    expect(readdirSync(folder)).toEqual(['office'])
  })

  it('keeps the previous sealed file and its checksum, whichever of the two has no room', async () => {
    await writeSealed(file, lines(), key)
    const before = await linesOf()
    expect(before).toHaveLength(5_000)
    for (const name of ['office.part', 'office.sha256.part']) {
      symlinkSync(FULL_DISK, join(folder, name))
      await expect(writeSealed(file, lines(), key)).rejects.toEqual(FULL)
      expect(readdirSync(folder).sort()).toEqual(['office', 'office.sha256'])
      expect(await linesOf()).toEqual(before)
    }
  })

  it('leaves no temporary file when it is interrupted while waiting for data', async () => {
    const end = new AbortController()
    const waiting = async function* () {
      yield* lines()
      end.abort(new Error('aborted by the test'))
      await new Promise((resolve) => setTimeout(resolve, 0))
      yield* lines()
    }
    await expect(writeSealed(file, waiting(), key, end.signal)).rejects.toThrow('aborted by the test')
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves no temporary file when writing fails', async () => {
    const broken = async function* () {
      yield* lines()
      throw new Error('the database went away')
    }
    await expect(writeSealed(file, broken(), key)).rejects.toThrow('the database went away')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a file error of the operating system', () => {
  it.each([
    ['ENOSPC', 'The disk is full: /kept/office could not be written.'],
    ['EROFS', '/kept/office is on a read-only file system.'],
    ['EACCES', 'The user that Wayline runs as may not open /kept/office.'],
  ])('%s is reported with the file and a remedy', (code, sentence) => {
    const error = Object.assign(new Error(`${code}: oh`), { code, path: '/kept/office' })
    expect(fileTrouble(error)?.message).toMatch(new RegExp(`^${sentence.replaceAll('.', '\\.')} .*another place\\.$`))
    expect(fileTrouble(new Error('something else'))).toBeNull()
  })
})
