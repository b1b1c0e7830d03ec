import { describe, expect, test } from 'vitest'
import { drivingIssues, workDays } from '../../../../../server/domain/journeys/driving'

const maria = { first_name: 'Maria', last_name: 'Georgiou', max_daily_drive_min: 540, min_rest_min: 660 }
const tour = { from: '2030-05-20T06:00:00Z', to: '2030-05-29T15:00:00Z' }

describe('a run of several days', () => {
  test('divides its driving distance evenly over its days', () => {
    const days = workDays([{ ...tour, distanceKm: 2250 }], 'UTC')
    expect([...days.keys()]).toEqual([...Array(10).keys()].map((day) => `2030-05-${20 + day}`))
    expect([...days.values()].reduce((sum, { drivenMin }) => sum + drivenMin, 0)).toBe(45 * 60)
    expect(drivingIssues(maria, { ...tour, distanceKm: 2250 }, [], 'UTC').map(String)).toEqual([])
  })

  test('requires a second driver when one would drive too long on some day, with a reason for each day', () => {
    const issues = drivingIssues(maria, { ...tour, distanceKm: 5000 }, [], 'UTC').map(String)
    expect(issues).toHaveLength(8)
    expect(issues[0]).toContain('on 2030-05-21')
    expect(drivingIssues(maria, tour, [], 'UTC').map(String)[0]).toContain('18 h on 2030-05-20')
  })

  test('requires rest before and after, and adds to other work on its days', () => {
    const before = { from: '2030-05-19T18:00:00Z', to: '2030-05-19T23:00:00Z' }
    expect(drivingIssues(maria, { ...tour, distanceKm: 1000 }, [before], 'UTC').map(String)).toEqual([
      'Maria Georgiou would rest 7 h before 2030-05-20; 11 h are needed.',
    ])
    const beside = { from: '2030-05-22T08:00:00Z', to: '2030-05-22T16:00:00Z' }
    expect(drivingIssues(maria, beside, [{ ...tour, distanceKm: 2000 }], 'UTC').map(String)[0]).toContain('12 h')
  })
})
