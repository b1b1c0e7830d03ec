import { sentence } from '../../../../../contract/core/sentence'
import { describe, expect, test } from 'vitest'
import type { Journey } from '../../../../../contract/entities/journey'
import {
  keepsResources,
  lateChanges,
  stepIssues,
  uncoveredIssues,
} from '../../../../../server/domain/journeys/service-status'

const now = new Date('2026-11-22T06:00:00Z')
const crewed = { vehicle_id: 'bus', driver_id: 'maria', operated_by_partner_id: null }
const bare = { vehicle_id: null, driver_id: null, operated_by_partner_id: null }
const ahead = '2026-11-22T06:30:00Z'

describe('the transitions of a journey', () => {
  test('boarding requires a vehicle and a driver', () => {
    expect(stepIssues('boarding', 'scheduled', crewed, ahead, now)).toEqual([])
    const missing = stepIssues('boarding', 'scheduled', bare, ahead, now)
    expect(missing.map((issue) => issue.path)).toEqual(['vehicle_id', 'driver_id'])
  })

  test('boarding requires neither when another company runs the journey', () => {
    expect(stepIssues('boarding', 'scheduled', { ...bare, operated_by_partner_id: 'sun' }, ahead, now)).toEqual([])
  })

  test('a cancelled journey is reinstated only before its departure', () => {
    expect(stepIssues('scheduled', 'cancelled', crewed, ahead, now)).toEqual([])
    expect(stepIssues('scheduled', 'cancelled', crewed, '2026-11-22T06:00:00Z', now)).toHaveLength(1)
  })

  test('an interrupted journey resumes with a vehicle and a driver', () => {
    expect(stepIssues('in_progress', 'interrupted', bare, ahead, now)).toMatchObject([
      { path: 'vehicle_id', message: sentence`Assign a vehicle before it resumes.` },
      { path: 'driver_id' },
    ])
    expect(stepIssues('completed', 'interrupted', bare, ahead, now)).toEqual([])
  })

  test('a journey with passengers aboard keeps a vehicle and a driver, its own or those of another company', () => {
    const journey = { ...crewed, code: 'LCA-1', service_status: 'in_progress' } as Journey
    const pathsOf = (current: Partial<Journey>, next: Partial<Journey>) =>
      uncoveredIssues({ ...journey, ...current }, { ...journey, ...current, ...next }).map(({ path }) => path)
    expect(pathsOf({}, { vehicle_id: null })).toEqual(['vehicle_id'])
    expect(pathsOf({ service_status: 'boarding' }, { driver_id: null })).toEqual(['driver_id'])
    expect(pathsOf({}, { vehicle_id: 'van' })).toEqual([])
    expect(pathsOf({}, { ...bare, operated_by_partner_id: 'sun' })).toEqual([])
    expect(pathsOf({ ...bare, operated_by_partner_id: 'sun' }, { operated_by_partner_id: null })).toEqual([
      'vehicle_id',
      'driver_id',
    ])
    for (const service_status of ['scheduled', 'interrupted'] as const)
      expect(pathsOf({ service_status }, { vehicle_id: null })).toEqual([])
  })

  test('a completed journey does not occupy its vehicle and crew', () => {
    expect((['draft', 'scheduled', 'boarding', 'in_progress', 'interrupted'] as const).every(keepsResources)).toBe(true)
    expect((['completed', 'cancelled'] as const).some(keepsResources)).toBe(false)
  })

  test('a completed journey keeps its assignments', () => {
    const completed = { service_status: 'completed', vehicle_id: 'bus', delay_min: 5, notes: null } as Journey
    expect(lateChanges(completed, { vehicle_id: 'van', delay_min: 5, notes: 'Rain' })).toMatchObject([
      { path: 'vehicle_id' },
    ])
    expect(lateChanges({ ...completed, service_status: 'in_progress' }, { vehicle_id: 'van' })).toEqual([])
  })

  test('a cancelled journey keeps its delay', () => {
    const cancelled = { service_status: 'cancelled', vehicle_id: 'bus', delay_min: 5, sales_status: 'open' } as Journey
    expect(lateChanges(cancelled, { vehicle_id: 'van', sales_status: 'closed', delay_min: 5 })).toEqual([])
    expect(lateChanges(cancelled, { delay_min: 30 })).toMatchObject([{ path: 'delay_min' }])
  })
})
