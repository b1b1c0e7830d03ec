import { describe, expect, test } from 'vitest'
import { earliestStep, isTooEarly } from '../../../../../contract/entities/journey-steps'
import { earlyStepText, isOverdue } from '../../../../../server/domain/journeys/step-times'

const journey = { code: 'LCA-NIC-20261122-0900', departs_at: '2026-11-22T07:00:00Z', timezone: 'Asia/Nicosia' }

describe('the earliest time of a step', () => {
  test.each([
    ['boardJourney', '2026-11-22T04:00:00.000Z'],
    ['departJourney', '2026-11-22T06:00:00.000Z'],
    ['completeJourney', '2026-11-22T07:00:00.000Z'],
    ['scheduleJourney', null],
    ['interruptJourney', null],
    ['resumeJourney', null],
    ['cancelJourney', null],
    ['revertJourney', null],
  ] as const)('%s is allowed from %s', (step, earliest) => {
    expect(earliestStep(step, journey)).toBe(earliest)
    expect(isTooEarly(step, journey, Date.parse(earliest ?? '2026-01-01T00:00:00Z'))).toBe(false)
    if (earliest !== null) expect(isTooEarly(step, journey, Date.parse(earliest) - 1)).toBe(true)
  })

  test('is named in the local time of the departure when a step is too early', () => {
    expect(String(earlyStepText('departJourney', journey, new Date('2026-11-22T05:59:59Z')))).toBe(
      'LCA-NIC-20261122-0900 leaves at 2026-11-22 09:00, local time. Wait until 2026-11-22 08:00 for this step.',
    )
    expect(earlyStepText('departJourney', journey, new Date('2026-11-22T06:00:00Z'))).toBeNull()
  })
})

test('a journey is overdue six hours after its planned arrival', () => {
  const arrives_at = '2026-11-22T08:00:00Z'
  expect(isOverdue({ arrives_at }, new Date('2026-11-22T13:59:59Z'))).toBe(false)
  expect(isOverdue({ arrives_at }, new Date('2026-11-22T14:00:00Z'))).toBe(true)
})
