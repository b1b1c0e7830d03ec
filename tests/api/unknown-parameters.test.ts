import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { ignoresUnknownParameters, isPartnerAccess, type Operation } from '../../contract/core/operations'
import { useApi, type NearClient } from '../support/api'
import { usePartners } from '../support/partner'

const api = useApi()
const { portal, program } = usePartners(api)

let admin: NearClient
beforeAll(async () => {
  admin = await api.as('admin')
})

const ID = '018f4e7a-3c1d-7b52-9a60-2f4c8d1e5b37'
/** Values of path parameters that are no ids. */
const VALUES: Readonly<Record<string, string>> = { kind: 'seat', resource: 'vehicles', format: 'csv' }

const addressOf = ({ path, root }: Operation): string =>
  `${root === 'host' ? '' : '/api'}${path.replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? ID)}`

describe('an unknown query parameter', () => {
  it('is refused by a list, which names its parameters and how it is filtered', async () => {
    const answer = await admin.get('/vehicles?status=flying&page=0')
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'content-type': expect.stringContaining('application/problem+json') as string },
      body: {
        code: 'malformed',
        errors: [
          {
            pointer: '/query/status',
            code: 'unknown_field',
            detail:
              'Is not a parameter of this request. It accepts: `sort`, `range`, `filter`. Write filters as JSON: filter={"status":"active"}.',
          },
          { pointer: '/query/page', code: 'unknown_field' },
        ],
      },
    })
    expect(answer.body['detail']).toContain('/query/status: Is not a parameter of this request.')
  })

  it('is refused together with the faults of the known ones, with the name that was probably meant', async () => {
    expect(await admin.get('/vehicles?filtre={}&range=5')).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          expect.objectContaining({ pointer: '/query/range' }),
          {
            pointer: '/query/filtre',
            code: 'unknown_field',
            detail: expect.stringContaining('Did you mean `filter`?') as string,
          },
        ]) as unknown,
      },
    })
  })

  it('is refused by a request without parameters, so that no option seems to be applied', async () => {
    const none = { detail: 'Is not a parameter of this request, which has none. Leave it out.' }
    expect(await admin.get(`/vehicles/${ID}?fields=plate`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/fields', ...none }] },
    })
    expect(await admin.post(`/journeys/${ID}/depart?dry_run=true`, {})).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/dry_run', ...none }] },
    })
  })

  it('is refused together with the faults of the body', async () => {
    const unknown = { pointer: '/query/dry_run', code: 'unknown_field' }
    expect(await admin.post('/vehicles?dry_run=true', { seats_override: 'many' })).toMatchObject({
      status: 422,
      body: {
        code: 'validation',
        errors: expect.arrayContaining([
          expect.objectContaining(unknown),
          expect.objectContaining({ pointer: '/seats_override' }),
        ]) as unknown,
      },
    })
    expect(await admin.patch(`/vehicles/${ID}?dry_run=true`, { seat: 1 }, { ifMatch: '*' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/seat', code: 'unknown_field' }, unknown] },
    })
  })

  it('is refused by every read and deletion that is neither public nor of OCTO', async () => {
    const { token } = await portal()
    const staff = `Bearer ${await api.tokenFor('admin')}`
    const accepted: string[] = []
    for (const operation of ALL_OPERATIONS) {
      if (!['GET', 'DELETE'].includes(operation.method) || ignoresUnknownParameters(operation)) continue
      const { statusCode, body } = await api.app.inject({
        method: operation.method as 'GET' | 'DELETE',
        url: `${addressOf(operation)}?unknown=1`,
        headers: { authorization: isPartnerAccess(operation.access) ? `Token ${token}` : staff, 'if-match': '*' },
      })
      if (statusCode !== 400 || !body.includes('"/query/unknown"')) accepted.push(`${operation.id}: ${statusCode}`)
    }
    expect(accepted).toEqual(['openLiveConnection: 401'])
  })

  it('is not the empty filter that clients send with each list, also to a list without filters', async () => {
    expect((await admin.get('/customers/duplicates?filter={}&range=[0,9]')).status).toBe(200)
    expect(await admin.get('/customers/duplicates?filter={"kind":"vip"}')).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/query/filter/kind' }] },
    })
  })

  it('is ignored by addresses that mail programs, probes and payment providers add parameters to', async () => {
    for (const url of ['/healthz?probe=1', '/api/demo?utm_source=mail', '/api/openapi.json?v=2'])
      expect((await api.app.inject(url)).statusCode, url).toBe(200)
  })

  it('is ignored by OCTO, whose resellers send parameters of capabilities that are not supported', async () => {
    const { partner } = await portal()
    const { secret } = await program(partner)
    const reseller = api.client({ authorization: `Bearer ${secret}` })
    expect((await reseller.get('/octo/products?currency=EUR')).status).toBe(200)
  })
})
