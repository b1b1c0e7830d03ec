import { describe, expect, it } from 'vitest'
import type { ApiLogDetail } from '../../../../../contract/partner/logs'
import { exampleOf, EXAMPLES } from '../../../../../src/partner/docs/examples'
import { bucketsOf } from '../../../../../src/features/calls/buckets'
import { curlOfCall } from '../../../../../src/features/calls/curl'

const CALL: Pick<ApiLogDetail, 'method' | 'path' | 'query' | 'request_headers' | 'request_body'> = {
  method: 'POST',
  path: '/api/partner/trips/',
  query: 'a=1',
  request_headers: {
    authorization: 'Token …1234',
    host: 'internal',
    'content-type': 'application/json',
    'idempotency-key': 'k-1',
  },
  request_body: `{"lead_name":"Miguel d'Ors"}`,
}

describe('a call as a command', () => {
  it('contains everything except the key, which comes from a variable', () => {
    expect(curlOfCall(CALL as ApiLogDetail, 'https://example.com')).toBe(
      [
        `curl -X POST 'https://example.com/api/partner/trips/?a=1'`,
        `-H "Authorization: Token $WAYLINE_KEY"`,
        `-H 'content-type: application/json'`,
        `-H 'idempotency-key: k-1'`,
        `-d '{"lead_name":"Miguel d'\\''Ors"}'`,
      ].join(' \\\n  '),
    )
  })
})

describe('the hours of a chart', () => {
  const point = { at: '2030-05-19T09:00:00Z', calls: 2, refused: 1, failed: 0, p50_ms: 4, p95_ms: 9 }

  it('are each present once, the current one last, with calls in their hours', () => {
    const now = Date.parse('2030-05-19T10:20:00Z')
    const buckets = bucketsOf({ bucket: 'hour', points: [point], throttled: 0, unrecorded: 0 }, 24, now)
    expect(buckets).toHaveLength(25)
    expect(buckets.at(-1)?.at).toBe('2030-05-19T10:00:00.000Z')
    expect(buckets.filter(({ calls }) => calls > 0)).toEqual([point])
  })
})

describe('the examples of the documentation', () => {
  const facts = {
    root: 'https://example.com/api',
    origin: 'AGP',
    destination: 'MAR',
    date: '2030-05-20',
    since: '2030-05-19T10:00:00Z',
  }

  it('use shell variables for values of earlier answers, numbers without quotes', () => {
    const hold = exampleOf('hold', facts)
    expect(hold).toContain('\\"journey_id\\": \\"$JOURNEY\\"')
    expect(hold).toContain('\\"board_seq\\": $BOARD')
    expect(exampleOf('confirm', facts)).toContain('-H "If-Match: \\"$VERSION\\""')
  })

  it('never put a variable where a shell does not expand it', () => {
    const parts = EXAMPLES.flatMap((name) => exampleOf(name, facts).split(' \\\n  '))
    const filled = parts.filter((part) => part.includes('$'))
    expect(filled.length).toBeGreaterThan(EXAMPLES.length)
    expect(filled.filter((part) => part.includes("'"))).toEqual([])
  })
})
