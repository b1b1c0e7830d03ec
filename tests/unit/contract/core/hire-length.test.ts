import { describe, expect, it } from 'vitest'
import { RequestedHire } from '../../../../contract/entities/reservation-parts'
import { HIRE_MAX_DAYS } from '../../../../contract/core/limits/sales'

const DAY_MS = 86_400_000
const START = '2030-10-20T10:00:00Z'
const place = { address: '12 Ledra Street' }

const issuesOf = (ms: number) =>
  RequestedHire.safeParse({
    pickup: place,
    dropoff: place,
    starts_at: START,
    ends_at: new Date(Date.parse(START) + ms).toISOString(),
    vehicle_type_id: '01900000-0000-7000-8000-000000000001',
    passengers: 1,
  }).error?.issues

describe('a requested hire', () => {
  it('may take the maximum number of days', () => {
    expect(issuesOf(HIRE_MAX_DAYS * DAY_MS)).toBeUndefined()
  })

  it.each([HIRE_MAX_DAYS * DAY_MS + 1, 9 * 365 * DAY_MS])(
    'is refused with an error on its end when it takes %i ms',
    (ms) => {
      expect(issuesOf(ms)).toMatchObject([
        { path: ['ends_at'], message: expect.stringContaining('31 days') as unknown },
      ])
    },
  )

  it('has one error when it ends before it starts', () => {
    expect(issuesOf(-DAY_MS)).toMatchObject([{ path: ['ends_at'] }])
  })
})
