import { describe, expect, test } from 'vitest'
import {
  assignmentWord,
  farmingOutIssues,
  leavesUs,
  type OperatingCompany,
} from '../../../../../server/domain/journeys/farming-out'

const sun: OperatingCompany = { name: 'Sun', kind: 'affiliate', status: 'active' }
const nothing = { vehicle_id: null, driver_id: null, co_driver_id: null }
const by = (id: string | null) => ({ operated_by_partner_id: id })

describe('farming out', () => {
  test('requires an active affiliate', () => {
    expect(farmingOutIssues(sun, true, nothing)).toEqual([])
    for (const kind of ['reseller', 'integration'] as const)
      expect(farmingOutIssues({ ...sun, kind }, true, nothing)).toMatchObject([{ path: 'operated_by_partner_id' }])
    for (const status of ['draft', 'suspended', 'terminated'] as const)
      expect(farmingOutIssues({ ...sun, status }, true, nothing)).toMatchObject([{ path: 'operated_by_partner_id' }])
  })

  test('is not checked again for a company that already runs the job', () => {
    expect(farmingOutIssues({ ...sun, status: 'suspended' }, false, nothing)).toEqual([])
  })

  test('requires that the operator’s vehicle and crew are unassigned', () => {
    const issues = farmingOutIssues(sun, false, { ...nothing, vehicle_id: 'bus', co_driver_id: 'maria' })
    expect(issues.map(({ path }) => path)).toEqual(['vehicle_id', 'co_driver_id'])
    expect(String(issues[0]?.message)).toContain('take the job back first')
  })

  test('is recorded under the name of its step', () => {
    expect(assignmentWord(by(null), by(null))).toBe('assigned')
    expect(assignmentWord(by('sun'), by('sun'))).toBe('assigned')
    expect(assignmentWord(by(null), by('sun'))).toBe('farmed_out')
    expect(assignmentWord(by('moon'), by('sun'))).toBe('farmed_out')
    expect(assignmentWord(by('sun'), by(null))).toBe('taken_back')
    expect([leavesUs(by(null), by('sun')), leavesUs(by('sun'), by('sun')), leavesUs(by('sun'), by(null))]).toEqual([
      true,
      false,
      false,
    ])
  })
})
