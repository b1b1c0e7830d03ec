import { beforeEach, describe, expect, it, vi } from 'vitest'
import { API_ROOT } from '../../../src/providers/config'
import { call, callFile, callPage } from '../../../src/providers/http/call'

const ID = '01890000-0000-7000-8000-000000000001'
interface Sent {
  url: string
  init: RequestInit
}
let sent: Sent[] = []
let headers: Record<string, string> = {}
const header = (name: string) => new Headers(sent[0]?.init.headers).get(name)

beforeEach(() => {
  sent = []
  headers = {}
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    sent.push({ url: String(url), init })
    return new Response('[]', { status: 200, headers })
  })
})

describe('call', () => {
  it('fills the path parameters and omits undefined query parameters', async () => {
    await call('GET /dispatch/calendar', { query: { from: '2026-01-01', to: '2026-01-02', station_id: undefined } })
    await call('GET /journeys/:id/manifest', { params: { id: 'a/b' } })
    expect(sent.map(({ url }) => url.slice(API_ROOT.length - url.length))).toEqual([
      '/dispatch/calendar/?from=2026-01-01&to=2026-01-02',
      '/journeys/a%2Fb/manifest/',
    ])
  })

  it('sends the body, the version in If-Match and the idempotency key', async () => {
    await call('POST /reservations/:id/cancel', {
      params: { id: ID },
      body: { reason: 'Ill' },
      ifMatch: 3,
      once: 'k-1',
    })
    expect(sent[0]?.init.method).toBe('POST')
    expect(sent[0]?.init.body).toBe('{"reason":"Ill"}')
    expect([header('if-match'), header('idempotency-key')]).toEqual(['"3"', 'k-1'])
  })

  it('sends If-Match * for a change of any version, and a form unchanged', async () => {
    await call('POST /reservations/:id/board', { params: { id: ID }, body: {}, ifMatch: '*' })
    expect(header('if-match')).toBe('*')
    sent = []
    const body = new FormData()
    await call('POST /imports/:resource', { params: { resource: 'stations' }, body })
    expect(sent[0]?.init.body).toBe(body)
    expect(header('content-type')).toBeNull()
  })

  it('reads a page with the number of all rows', async () => {
    headers = { 'content-range': 'tasks 25-49/319' }
    const page = await callPage('GET /tasks', { filter: { state: 'running' }, page: 2, perPage: 25 })
    expect(page).toEqual({ rows: [], total: 319 })
    expect(new URL(sent[0]?.url ?? '').searchParams.get('range')).toBe('[25,49]')
    expect(new URL(sent[0]?.url ?? '').searchParams.get('filter')).toBe('{"state":"running"}')
  })

  it('reads a file of the requested type under the name that the server gives', async () => {
    headers = { 'content-disposition': 'attachment; filename="stations.csv"' }
    const { file, name } = await callFile('GET /tasks/:id/file', 'application/zip', { params: { id: ID } })
    expect(await file.text()).toBe('[]')
    expect(name).toBe('stations.csv')
    expect(header('accept')).toBe('application/zip, application/problem+json')
  })

  it('knows the paths of the contract, with their parameters and answers', () => {
    const wrong = async () => {
      // @ts-expect-error no operation is there
      await call('GET /reservations/:id/tickts', { params: { id: ID } })
      // @ts-expect-error the parameter is missing
      await call('GET /stations/:id')
      // @ts-expect-error the version is missing
      await call('POST /reservations/:id/confirm', { params: { id: ID }, body: {} })
      // @ts-expect-error the field is called otherwise
      await call('POST /reservations/:id/confirm', { params: { id: ID }, body: { hash: 'x' }, ifMatch: 1 })
      const { reference } = await call('GET /reservations/:id', { params: { id: ID } })
      // @ts-expect-error a reference is text
      return reference * 2
    }
    expect(wrong).toBeTypeOf('function')
  })
})
