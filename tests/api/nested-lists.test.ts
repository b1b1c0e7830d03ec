import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { isPartnerAccess } from '../../contract/core/operations'
import { useApi, type Client, type NearClient } from '../support/api'
import { usePartners } from '../support/partner'

const api = useApi()
const { portal } = usePartners(api)

let admin: NearClient
let partner: Client
beforeAll(async () => {
  admin = await api.as('admin')
  partner = (await portal()).client
})

const DAYS = 'from=2030-05-01&to=2030-05-31'
const INSTANTS = 'from=2030-05-01T00:00:00Z&to=2030-05-31T00:00:00Z'

/** Queries of the operations that require one. */
const QUERIES: Record<string, string> = {
  '/routes/:id/fares': 'on=2030-05-20',
  '/vehicles/:id/jobs': INSTANTS,
  '/staff/:id/jobs': INSTANTS,
  '/partners/:id/api-logs/summary': INSTANTS,
  '/partners/:id/statement': DAYS,
  '/partners/:id/statement.csv': DAYS,
  '/partners/:id/statement.pdf': DAYS,
}

const reads = ALL_OPERATIONS.filter(({ method, path }) => method === 'GET' && path.includes('/:id/'))

describe('a read of what belongs to one record', () => {
  it.each(reads.map((operation) => [operation.path, operation] as const))(
    '%s answers 404 when there is no such record',
    async (path, { access, errors }) => {
      const client = isPartnerAccess(access) ? partner : admin
      const answer = await client.get(`${path.replaceAll(/:\w+/g, () => randomUUID())}?${QUERIES[path] ?? ''}`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(errors).toContain('not_found')
    },
  )
})
