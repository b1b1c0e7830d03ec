import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'

const api = useApi()
let admin: Client
let agent: Client
beforeEach(async () => {
  await api.reset()
  admin = await api.as('admin')
  agent = await api.as('agent')
})

const view = (more: Json = {}): Json => ({
  resource: 'reservations',
  name: 'Unpaid',
  filter: { payment_status_in: ['unpaid'] },
  sort: { field: 'travel_at', order: 'ASC' },
  columns: ['reference', 'lead_name'],
  per_page: 50,
  ...more,
})
const namesOf = async (client: Client, resource = 'reservations') =>
  (await client.get(`/saved-views/?resource=${resource}`)).rows.map((row) => row['name'])
const save = (client: Client, more: Json = {}) => client.post('/saved-views/', view(more))

describe('saved views', () => {
  it('store filter, order, columns and page size for their owner only', async () => {
    const { status, body } = await save(agent)
    expect(status).toBe(201)
    expect((await agent.get('/saved-views/?resource=reservations')).rows).toEqual([body])
    expect(body).toMatchObject({ ...view(), audience: 'me', role: null, is_default: false })
    expect(await namesOf(admin)).toEqual([])
    expect(await namesOf(agent, 'vehicles')).toEqual([])
  })

  it('are shared with a role or with everyone, by managers and administrators only', async () => {
    await save(admin, { name: 'For agents', audience: 'role', role: 'agent' })
    await save(admin, { name: 'For viewers', audience: 'role', role: 'viewer' })
    await save(admin, { name: 'For all', audience: 'everyone' })
    expect(await namesOf(agent)).toEqual(['For agents', 'For all'])
    expect((await save(agent, { audience: 'everyone' })).body['code']).toBe('view_not_yours')
    expect((await save(agent, { audience: 'role', role: 'agent' })).status).toBe(403)
    expect((await save(admin, { audience: 'role' })).body['errors']).toMatchObject([{ pointer: '/role' }])
  })

  it('are changed and deleted by their owner, and shared ones also by another manager', async () => {
    const { body: own } = await save(agent)
    const { body: shared } = await save(admin, { name: 'For all', audience: 'everyone' })
    const path = (row: Json) => `/saved-views/${String(row['id'])}/`
    expect((await admin.patch(path(own), { name: 'Mine' }, { ifMatch: '*' })).status).toBe(404)
    expect((await agent.patch(path(shared), { name: 'Mine' }, { ifMatch: '*' })).status).toBe(403)
    expect((await agent.delete(path(shared))).status).toBe(403)
    const renamed = await agent.patch(path(own), { name: 'Still unpaid' }, { ifMatch: 1 })
    expect(renamed.body).toMatchObject({ name: 'Still unpaid', version: 2, filter: own['filter'] })
    expect((await agent.patch(path(own), { name: 'Late' }, { ifMatch: 1 })).body['code']).toBe('version_mismatch')
    const manager = await api.as('manager')
    expect((await manager.patch(path(shared), { per_page: 10 }, { ifMatch: '*' })).body['per_page']).toBe(10)
    expect((await agent.delete(path(own))).status).toBe(200)
    expect(await namesOf(agent)).toEqual(['For all'])
  })

  it('have one default per user, one per role and one for everyone', async () => {
    const isDefault = async (client: Client) =>
      (await client.get('/saved-views/?resource=reservations')).rows
        .filter((row) => row['is_default'])
        .map((row) => row['name'])
    await save(admin, { name: 'All A', audience: 'everyone', is_default: true })
    await save(admin, { name: 'Agents A', audience: 'role', role: 'agent', is_default: true })
    await save(agent, { name: 'Own A', is_default: true })
    expect(await isDefault(agent)).toEqual(['Agents A', 'All A', 'Own A'])
    await save(admin, { name: 'All B', audience: 'everyone', is_default: true })
    await save(admin, { name: 'Agents B', audience: 'role', role: 'agent', is_default: true })
    await save(agent, { name: 'Own B', is_default: true })
    expect(await isDefault(agent)).toEqual(['Agents B', 'All B', 'Own B'])
  })

  it('are refused when no list can show them, or when the name exists', async () => {
    expect((await save(agent, { filter: { no_such_field: 1 } })).status).toBe(422)
    expect((await save(agent, { sort: { field: 'no_such_field', order: 'ASC' } })).status).toBe(422)
    expect((await save(agent, { per_page: 0 })).status).toBe(422)
    await save(agent)
    expect((await save(agent, { name: 'unpaid' })).body['code']).toBe('already_exists')
    expect((await save(admin)).status).toBe(201)
  })

  it('are deleted with their owner, except shared ones', async () => {
    const manager = await api.as('manager')
    await save(manager, { name: 'For all', audience: 'everyone' })
    await save(manager, { name: 'Own' })
    const { rows } = await admin.list('users', { filter: { role: 'manager' } })
    expect((await admin.delete(`/users/${String(rows[0]?.['id'])}`, { ifMatch: '*' })).status).toBe(200)
    expect((await admin.get('/saved-views/?resource=reservations')).rows).toMatchObject([
      { name: 'For all', owner_id: null },
    ])
    expect(await api.db.selectFrom('saved_views').select('name').execute()).toHaveLength(1)
  })
})

describe('columns', () => {
  it('follow the person from one browser to the next, and not another person', async () => {
    expect((await agent.get('/list-columns/')).body).toEqual({})
    await agent.put('/list-columns/customers/', { columns: ['last_name', 'phone'] })
    const { body } = await agent.put('/list-columns/vehicles/', { columns: ['fleet_code'] })
    expect(body).toEqual({ customers: ['last_name', 'phone'], vehicles: ['fleet_code'] })
    expect((await admin.get('/list-columns/')).body).toEqual({})
    await agent.put('/list-columns/vehicles/', { columns: [] })
    expect((await agent.get('/list-columns/')).body).toEqual({ customers: ['last_name', 'phone'] })
    expect((await agent.put('/list-columns/nothing/', { columns: [] })).status).toBe(404)
  })
})
