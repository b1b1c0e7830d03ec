import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { fromBufferPromise } from 'yauzl'
import { describe, expect, it } from 'vitest'
import { zipStream } from '../../../../server/adapters/zip'

const AT = new Date('2026-03-29T00:00:00Z')
const FAULT = new Error('The connection is lost.')

async function* failing(afterParts: number): AsyncGenerator<string> {
  for (let part = 0; part < afterParts; part += 1) yield 'x'.repeat(100_000)
  throw FAULT
}

/** Creates an endless sequence of parts, and notes their number and the end of the iteration. */
function endless() {
  const state = { parts: 0, isEnded: false }
  const parts = async function* () {
    try {
      for (;;) {
        await setImmediate()
        state.parts += 1
        yield String(state.parts).padStart(100_000)
      }
    } finally {
      state.isEnded = true
    }
  }
  return { state, parts: parts() }
}

describe('a zip stream', () => {
  it('contains every file unchanged', async () => {
    const files = [
      { name: 'whole.txt', content: 'whole' },
      { name: 'parts.txt', content: ['in ', 'parts'] },
      { name: 'empty.txt', content: [] },
    ]
    const zip = await fromBufferPromise(await buffer(zipStream(files, AT)))
    const found: Record<string, string> = {}
    for await (const entry of zip.eachEntry())
      found[entry.fileName] = String(await buffer(await zip.openReadStreamPromise(entry)))
    expect(found).toEqual({ 'whole.txt': 'whole', 'parts.txt': 'in parts', 'empty.txt': '' })
  })

  it.each([0, 1, 30])('ends with the error of a file that fails after %i parts', async (parts) => {
    const files = [
      { name: 'first.txt', content: 'first' },
      { name: 'failing.txt', content: failing(parts) },
      { name: 'last.txt', content: 'last' },
    ]
    await expect(buffer(zipStream(files, AT))).rejects.toBe(FAULT)
  })

  it('ends the file that is being read when it is destroyed', async () => {
    const { state, parts } = endless()
    const zip = zipStream([{ name: 'endless.txt', content: parts }], AT)
    for await (const _ of zip) if (state.parts > 3) break
    expect(zip.destroyed).toBe(true)
    await expect.poll(() => state.isEnded).toBe(true)
  })

  it('ends the file that is being read when it is destroyed with an error', async () => {
    const { state, parts } = endless()
    const zip = zipStream([{ name: 'endless.txt', content: parts }], AT)
    const read = buffer(zip)
    await expect.poll(() => state.parts).toBeGreaterThan(3)
    zip.destroy(FAULT)
    await expect(read).rejects.toBe(FAULT)
    await expect.poll(() => state.isEnded).toBe(true)
  })

  it('opens nothing before it is read', async () => {
    const { state, parts } = endless()
    zipStream([{ name: 'endless.txt', content: parts }], AT).destroy()
    await setImmediate()
    expect(state.parts).toBe(0)
  })
})
