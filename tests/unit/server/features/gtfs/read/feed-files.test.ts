import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readFeed } from '../../../../../../server/features/gtfs/read/feed'
import { Issues } from '../../../../../../server/features/gtfs/read/issues'
import { change, islandLines } from '../../../../../support/feed/island-lines'
import { zipFeed, type FeedFiles } from '../../../../../support/feed/zip'

async function read(files: FeedFiles) {
  const issues = new Issues()
  const feed = await readFeed(await zipFeed(files), issues, { from: '2025-03-28', to: '2025-04-01' })
  return { feed, issues }
}

describe('a feed of another program', () => {
  const YEAR = { from: '2026-11-01', to: '2026-11-30' }
  const readFile = async (name: string) => {
    const issues = new Issues()
    const path = fileURLToPath(new URL(`../../../../../support/feed/odd/${name}.zip`, import.meta.url))
    const feed = await readFeed(path, issues, YEAR)
    return { stops: feed.stops.length, trips: feed.running.length, errors: issues.errors, warnings: issues.warnings }
  }

  test('keeps all of its rows when the header ends with CR LF and the rows with LF', async () => {
    expect(await readFile('mixed-crlf-header')).toEqual({ stops: 5, trips: 1, errors: [], warnings: [] })
  })

  test.each(['ctrlz', 'excelrows', 'spacerow'])('is read without its blank rows, with a note: %s', async (name) => {
    const { warnings, ...read } = await readFile(name)
    expect(read).toEqual({ stops: 5, trips: 1, errors: [] })
    expect(warnings.map(({ code }) => code)).toEqual(warnings.map(() => 'rows_blank'))
    expect(warnings.map(({ file }) => file)).toContain('agency.txt')
  })

  test.each([
    ['.75', '0.75', 'price_short'],
    ['2.', '2', 'price_short'],
  ])('may contain the price %s for %s, with a note', async (written, price, code) => {
    const { feed, issues } = await read(change(islandLines(), 'fare_attributes.txt', 0, { price: written }))
    expect(issues.errors).toEqual([])
    expect(feed.fares[0]?.price).toBe(price)
    expect(issues.warnings).toMatchObject([
      { file: 'fare_attributes.txt', line: 2, field: 'price', code, values: { written, read: price } },
    ])
  })

  test.each(['eur', 'Eur'])('may contain the currency %s, with a note', async (written) => {
    const { feed, issues } = await read(change(islandLines(), 'fare_attributes.txt', 0, { currency_type: written }))
    expect(issues.errors).toEqual([])
    expect(feed.fares[0]?.currency).toBe('EUR')
    expect(issues.warnings).toMatchObject([
      { line: 2, field: 'currency_type', code: 'currency_case', values: { written, read: 'EUR' } },
    ])
  })

  test.each(['.', '2,50', '1.2.3', '+1', ''])('may not contain the price %j', async (price) => {
    const { issues } = await read(change(islandLines(), 'fare_attributes.txt', 0, { price }))
    expect(issues.errors[0]).toMatchObject({ line: 2, field: 'price' })
  })
})
