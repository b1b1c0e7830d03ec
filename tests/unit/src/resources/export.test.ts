import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { DataProvider } from 'react-admin'
import { stations } from '../../../../src/resources/stations'
import { csvCell, exportCsv } from '../../../../src/resources/builder/list/exportCsv'
import { registerResources } from '../../../../src/resources/builder/registry'
import { PAYLOADS } from '../../../support/e2e/payloads'
import { offeredDates } from '../../../../src/resources/routes/offeredDates'

describe('csvCell', () => {
  it('quotes what would break a line or a cell', () => {
    expect(csvCell('a,b')).toBe('"a,b"')
    expect(csvCell('say "hi"')).toBe('"say ""hi"""')
    expect(csvCell('two\nlines')).toBe('"two\nlines"')
    expect(csvCell('plain')).toBe('plain')
  })

  it.each(['=1+1', '+34600111222', '-5', '@SUM(A1)', '\tx', '\rx'])('makes no formula of %j', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
  })

  it('keeps numbers numbers', () => {
    expect(csvCell(-5)).toBe('-5')
  })
})

describe('exportCsv', () => {
  it('reads page after page of all that matches and names the records it refers to', async () => {
    registerResources([stations])
    const all = Array.from({ length: 401 }, (_, index) => ({
      id: String(index),
      code: `S${index}`,
      name: { en: `Stop ${index}`, fr: `Arrêt ${index}` },
      parent_station_id: index === 0 ? null : '0',
    }))
    const asked: number[] = []
    const provider = {
      getList: (_resource: string, { pagination }: { pagination: { page: number; perPage: number } }) => {
        asked.push(pagination.page)
        const start = (pagination.page - 1) * pagination.perPage
        return Promise.resolve({ data: all.slice(start, start + pagination.perPage), total: all.length })
      },
      getMany: (_resource: string, { ids }: { ids: string[] }) =>
        Promise.resolve({ data: all.filter(({ id }) => ids.includes(id)) }),
    } as unknown as DataProvider
    const seen: number[] = []
    const blob = await exportCsv({
      spec: stations.spec,
      filter: {},
      sort: { field: 'code', order: 'ASC' },
      provider,
      format: { language: 'fr', locale: 'fr', t: (key) => key },
      onProgress: (rows) => seen.push(rows),
      signal: new AbortController().signal,
    })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    const lines = (await blob.text()).trimEnd().split('\r\n')
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(lines).toHaveLength(402)
    expect(asked).toEqual([1, 2, 3])
    expect(seen).toEqual([200, 400, 401])
    expect(lines[2]).toMatch(/^Arrêt 1,S1,.*Arrêt 0/)
  })
})

it('R-180 keeps every payload in a cell of its own, as text that no spreadsheet computes', async () => {
  registerResources([stations])
  const all = PAYLOADS.map((text, index) => ({ id: String(index), code: `S${index}`, name: { en: text }, city: text }))
  const provider = { getList: () => Promise.resolve({ data: all, total: all.length }) } as unknown as DataProvider
  const blob = await exportCsv({
    spec: stations.spec,
    filter: {},
    sort: { field: 'code', order: 'ASC' },
    provider,
    format: { language: 'en', locale: 'en', t: (key) => key },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
  const [header = [], ...rows] = parse(await blob.text(), { bom: true })
  const city = header.findIndex((label) => label.endsWith('.city'))
  const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
  expect(rows.map((row) => [row[0], row[city]])).toEqual(PAYLOADS.map((text) => [asText(text), asText(text)]))
})

describe('offeredDates', () => {
  const feed = { from: '2026-01-01', to: '2026-12-31' }

  it('begin today where the feed holds today, else on its first day', () => {
    expect(offeredDates(feed, '2026-06-01')).toEqual({ from: '2026-06-01', to: '2026-06-30' })
    expect(offeredDates(feed, '2027-06-01')).toEqual({ from: '2026-01-01', to: '2026-01-30' })
  })

  it('never pass the end of the feed', () => {
    expect(offeredDates(feed, '2026-12-20')).toEqual({ from: '2026-12-20', to: '2026-12-31' })
  })
})
