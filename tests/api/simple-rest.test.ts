import type { AddressInfo } from 'node:net'
import { fetchUtils } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENTITIES } from '../../contract/entities'
import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import { useApi, type Client, type Json } from '../support/api'
import { bodies, make } from '../support/factories'

const CHANGES: Record<(typeof CONSOLE_RESOURCES)[number], Json> = {
  stations: { city: 'Larnaca' },
  'vehicle-types': { seats: 53 },
  vehicles: { odometer_km: 12_000 },
  routes: { distance_km: 49.5 },
  staff: { languages: ['en', 'el'] },
  customers: { tags: ['vip'] },
  journeys: { notes: 'Roadworks' },
  reservations: { internal_notes: 'Called twice' },
  seasons: { priority: 5 },
  'pricing-rules': { priority: 5 },
  addons: { max_per_reservation: 3 },
  users: { first_name: 'Eleni' },
  partners: { trading_name: 'Sun' },
}

type Stored = Json & { id: string }

const api = useApi()
let admin: Client
let origin: string
let provider: ReturnType<typeof simpleRestProvider>

beforeAll(async () => {
  admin = await api.as('admin')
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  const token = await api.tokenFor('admin')
  // As in the documentation of the package: the token and other required headers are set on the client.
  provider = simpleRestProvider(`${origin}/api`, (url, options = {}) =>
    fetchUtils.fetchJson(url, {
      ...options,
      headers: new Headers({
        ...Object.fromEntries(new Headers(options.headers)),
        Authorization: `Bearer ${token}`,
        'If-Match': '*',
      }),
    }),
  )
})

describe.each(CONSOLE_RESOURCES)('the published ra-data-simple-rest, with %s', (resource) => {
  it('creates, reads, lists, changes and deletes', async () => {
    const made = (await provider.create(resource, { data: await bodies[resource](admin) })).data as Stored
    const { id } = made
    expect((await provider.getOne(resource, { id })).data).toEqual(made)
    const listed = await provider.getList(resource, {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'id', order: 'DESC' },
      filter: { id: [id] },
    })
    expect(listed).toMatchObject({ data: [{ id }], total: 1 })
    expect((await provider.getMany(resource, { ids: [id] })).data).toMatchObject([{ id }])
    const change = CHANGES[resource]
    const changed = await provider.update(resource, { id, data: { ...made, ...change }, previousData: made })
    expect(changed.data).toMatchObject({ id, ...change })
    const second = String((await make(admin, resource))['id'])
    expect((await provider.updateMany(resource, { ids: [id, second], data: change })).data).toEqual([id, second])
    // A sold reservation must be cancelled before it is deleted.
    if (resource === 'reservations')
      for (const one of [id, second])
        await admin.post(`/reservations/${String(one)}/cancel`, { reason: 'Plans changed' }, { ifMatch: '*' })
    expect((await provider.delete(resource, { id, previousData: made })).data).toMatchObject({ id })
    expect((await provider.deleteMany(resource, { ids: [second] })).data).toEqual([second])
    await expect(provider.getOne(resource, { id })).rejects.toMatchObject({ status: 404 })
  })

  it('sorts by every sortable field of the lists', async () => {
    const { id } = await make(admin, resource)
    for (const field of ENTITIES[resource].sortable)
      for (const order of ['ASC', 'DESC'] as const) {
        const list = { pagination: { page: 1, perPage: 100 }, sort: { field, order }, filter: {} }
        expect(
          (await provider.getList(resource, list)).data.map((row) => (row as Stored).id),
          field,
        ).toContain(id)
      }
  })
})

it('the data provider finds all records by id, and the total beyond the last page', async () => {
  const ids: string[] = []
  for (let made = 0; made < 30; made += 1) ids.push(String((await make(admin, 'stations'))['id']))
  expect((await provider.getMany('stations', { ids })).data).toHaveLength(30)
  const beyond = {
    pagination: { page: 9, perPage: 50 },
    sort: { field: 'code', order: 'ASC' as const },
    filter: { id: ids },
  }
  expect(await provider.getList('stations', beyond)).toMatchObject({ data: [], total: 30 })
})

it('the server accepts the content type text/plain without a body in a deletion, and no other text', async () => {
  const token = await api.tokenFor('admin')
  const call = async (method: string, path: string, body?: string) =>
    (
      await fetch(`${origin}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain', 'if-match': '*' },
        ...(body !== undefined && { body }),
      })
    ).status
  const { id } = await make(admin, 'seasons')
  expect(await call('DELETE', `/seasons/${String(id)}`, '{"a":1}')).toBe(415)
  expect(await call('POST', '/seasons/', '{}')).toBe(415)
  expect(await call('PATCH', `/seasons/${String(id)}`, '{"priority":5}')).toBe(415)
  expect(await call('DELETE', `/seasons/${String(id)}`)).toBe(200)
})
