import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openArchive } from '../../../../../../server/features/gtfs/read/archive'
import { FeedRefused, Issues } from '../../../../../../server/features/gtfs/read/issues'
import { zipFeed } from '../../../../../support/feed/zip'

const limits = { fileBytes: 10_000, unpackedBytes: 50_000 }

/** Returns the code of the refusal, at opening or while reading `stops.txt`. */
async function refusal(zip: Buffer): Promise<string> {
  const issues = new Issues()
  try {
    const archive = await openArchive(zip, issues, limits)
    await text(await archive.open('stops.txt'))
    return 'none'
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error
    return issues.errors[0]?.code ?? ''
  }
}

describe('opening a feed', () => {
  test('finds the files in the root or in one folder, and ignores those of other folders', async () => {
    for (const folder of ['', 'feed/']) {
      const zip = await zipFeed({
        [`${folder}stops.txt`]: 'a',
        [`${folder}trips.txt`]: 'b',
        '__MACOSX/stops.txt': 'x',
        'docs/readme.txt': 'y',
      })
      const archive = await openArchive(zip, new Issues(), limits)
      expect([...archive.names]).toEqual(['stops.txt', 'trips.txt'])
      expect(await text(await archive.open('stops.txt'))).toBe('a')
      archive.close()
    }
  })

  test('refuses files that are no zip, or only the start of one', async () => {
    const zip = await zipFeed({ 'stops.txt': 'stop_id' })
    expect(await refusal(Buffer.from('stop_id,stop_name'))).toBe('not_a_zip')
    expect(await refusal(Buffer.alloc(0))).toBe('not_a_zip')
    expect(await refusal(zip.subarray(0, zip.length - 30))).toBe('not_a_zip')
  })

  test('refuses a zip that is too large, and one that unpacks to too much', async () => {
    const noise = Readable.from(Array.from({ length: 20_000 }, (_, i) => String((i * 7919) % 9973))).toArray()
    expect(await refusal(await zipFeed({ 'stops.txt': (await noise).join('') }))).toBe('feed_too_large')
    expect(await refusal(await zipFeed({ 'stops.txt': '0'.repeat(60_000) }))).toBe('unpacks_too_large')
  })

  test('counts the unpacked bytes, not the sizes that the zip declares', async () => {
    const lying = await zipFeed({ 'stops.txt': 'x'.repeat(40_000) })
    const honestSize = Buffer.alloc(4)
    honestSize.writeUInt32LE(40_000)
    for (let at = lying.indexOf(honestSize); at >= 0; at = lying.indexOf(honestSize, at + 1))
      lying.writeUInt32LE(10, at)
    expect(await refusal(lying)).toBe('zip_damaged')
  })

  test('refuses packed bytes that do not unpack', async () => {
    const zip = await zipFeed({ 'stops.txt': 'stop_id,stop_name\n'.repeat(40) })
    const packed = deflateRawSync('stop_id,stop_name\n'.repeat(40))
    const at = zip.indexOf(packed.subarray(0, 8))
    expect(at).toBeGreaterThan(0)
    zip.fill(0xff, at, at + packed.length)
    expect(await refusal(zip)).toBe('zip_damaged')
  })

  test('refuses a zip with two feeds', async () => {
    expect(await refusal(await zipFeed({ 'north/stops.txt': 'a', 'south/stops.txt': 'b' }))).toBe('several_feeds')
  })
})
