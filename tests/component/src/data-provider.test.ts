import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { API_ROOT } from '../../../src/providers/config'
import { dataProvider } from '../../../src/providers/data/dataProvider'

interface Row {
  id: string
  version: number
  code: string
  city: string
}

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const LIST = {
  pagination: { page: 2, perPage: 25 },
  sort: { field: 'code', order: 'ASC' },
  filter: { q: 'air' },
} as const
const record: Row = { id: 'a/b', version: 3, code: 'LCA', city: 'Larnaca' }

describe('a list', () => {
  it('is requested in the dialect of the API, with a trailing slash', async () => {
    server.use(
      http.get(`${API_ROOT}/stations/`, ({ request }) => {
        const query = new URL(request.url).searchParams
        expect(Object.fromEntries(query)).toEqual({ sort: '["code","ASC"]', range: '[25,49]', filter: '{"q":"air"}' })
        return HttpResponse.json([record], { headers: { 'Content-Range': 'stations 25-25/26' } })
      }),
    )
    const { data, total, ...rest } = await dataProvider.getList<Row>('stations', LIST)
    expect({ data, total, meta: rest.meta as unknown }).toEqual({
      data: [record],
      total: 26,
      meta: { totalIsMinimum: false },
    })
  })

  it('reports that there are more records than were counted', async () => {
    const headers = { 'Content-Range': 'stations 25-25/10001', 'X-Total-More': 'true' }
    server.use(http.get(`${API_ROOT}/stations/`, () => HttpResponse.json([record], { headers })))
    const { data: _, ...rest } = await dataProvider.getList<Row>('stations', LIST)
    const pageInfo = { hasNextPage: false, hasPreviousPage: true }
    expect(rest).toEqual({ pageInfo, meta: { totalIsMinimum: true } })
  })

  it('of ids requests as many rows as there are ids', async () => {
    const ids = Array.from({ length: 130 }, (_, index) => String(index))
    const ranges: (string | null)[] = []
    server.use(
      http.get(`${API_ROOT}/stations/`, ({ request }) => {
        const query = new URL(request.url).searchParams
        ranges.push(query.get('range'))
        const { id } = JSON.parse(query.get('filter') ?? '{}') as { id: string[] }
        return HttpResponse.json(id.map((one) => ({ id: one })))
      }),
    )
    const { data } = await dataProvider.getMany<Row>('stations', { ids })
    expect(data.map(({ id }) => String(id))).toEqual(ids)
    expect(ranges).toEqual(['[0,99]', '[0,29]'])
  })
})

describe('a change', () => {
  it('sends the changed fields with the version that was read', async () => {
    server.use(
      http.put(`${API_ROOT}/stations/a%2Fb/`, async ({ request }) => {
        expect(request.headers.get('if-match')).toBe('"3"')
        expect(await request.json()).toEqual({ city: 'Paphos' })
        return HttpResponse.json({ ...record, version: 4, city: 'Paphos' })
      }),
    )
    const { data } = await dataProvider.update<Row>('stations', {
      id: record.id,
      data: { ...record, city: 'Paphos' },
      previousData: record,
    })
    expect(data).toMatchObject({ version: 4 })
  })

  it('without differences sends no request', async () => {
    const { data } = await dataProvider.update<Row>('stations', {
      id: record.id,
      data: { ...record },
      previousData: record,
    })
    expect(data).toEqual(record)
  })

  it('that deletes also sends the version', async () => {
    server.use(
      http.delete(`${API_ROOT}/stations/7/`, ({ request }) => {
        expect(request.headers.get('if-match')).toBe('"3"')
        expect(request.headers.get('content-type')).toBeNull()
        return HttpResponse.json(record)
      }),
    )
    const { data } = await dataProvider.delete<Row>('stations', { id: '7', previousData: { ...record, id: '7' } })
    expect(data).toEqual(record)
  })

  it('of many records is sent to each, at any version', async () => {
    const asked: string[] = []
    const note = ({ request }: { request: Request }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('if-match')}`)
      return HttpResponse.json({ id: '1' })
    }
    server.use(http.put(`${API_ROOT}/stations/:id/`, note), http.delete(`${API_ROOT}/stations/:id/`, note))
    await dataProvider.updateMany('stations', { ids: ['1', '2'], data: { city: 'Paphos' } })
    await dataProvider.deleteMany('stations', { ids: ['3'] })
    expect(asked).toEqual(['PUT /api/stations/1/ *', 'PUT /api/stations/2/ *', 'DELETE /api/stations/3/ *'])
  })
})

describe('a creation', () => {
  const create = (city: string) => dataProvider.create<Row>('stations', { data: { code: 'LCA', city } })
  /** Answers the creations in turn. @returns the keys that they were sent with */
  const answered = (...statuses: number[]): (string | null)[] => {
    const keys: (string | null)[] = []
    server.use(
      http.post(`${API_ROOT}/stations/`, ({ request }) => {
        const status = statuses[keys.push(request.headers.get('idempotency-key')) - 1]
        if (status === 0) return HttpResponse.error()
        return HttpResponse.json(record, { status: status ?? 201 })
      }),
    )
    return keys
  }

  it('has a key of its own, also after a refusal', async () => {
    const keys = answered(422, 201, 201)
    await expect(create('Larnaca')).rejects.toThrow()
    await create('Larnaca')
    await create('Larnaca')
    expect(keys).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    expect(new Set(keys).size).toBe(3)
  })

  it.each([0, 503])('keeps its key until its outcome is known: %i', async (status) => {
    const keys = answered(status, 201, 201, 201)
    await expect(create('Paphos')).rejects.toThrow()
    await create('Nicosia')
    await create('Paphos')
    await create('Paphos')
    const [first, other, again, next] = keys
    expect(again).toBe(first)
    expect(new Set([first, other, next]).size).toBe(3)
  })
})
