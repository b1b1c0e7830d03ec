import { describe, expect, it } from 'vitest'
import { emptyKm } from '../../../../../server/domain/planning/jobs'

/** Degrees of latitude in 50 km. */
const DEGREES = 50 / 111.2
const places = ['A', 'B', 'C'].map((id, index) => ({ id, latitude: index * DEGREES, longitude: 0 }))
const job = (from: number, origin: string | null, destination: string | null, vehicleId: string | null = 'V1') => ({
  from,
  origin,
  destination,
  vehicleId,
})

describe('the empty kilometres of vehicles', () => {
  it('are those between the end of a job and the start of the next of the same vehicle, for any order of jobs', () => {
    expect(emptyKm([job(3, 'C', 'A'), job(1, 'A', 'B')], places)).toBe(50)
    expect(emptyKm([job(1, 'A', 'B'), job(2, 'B', 'A'), job(3, 'A', 'C')], places)).toBe(0)
    expect(emptyKm([job(1, 'A', 'B'), job(2, 'A', 'B', 'V2'), job(3, 'A', 'C')], places)).toBe(50)
  })

  it('are none for unassigned jobs and unknown places', () => {
    expect(emptyKm([job(1, 'A', 'B', null), job(2, 'A', 'B', null)], places)).toBe(0)
    expect(emptyKm([job(1, 'A', null), job(2, 'C', 'A')], places)).toBe(0)
    expect(emptyKm([job(1, 'A', 'D'), job(2, 'C', 'A')], places)).toBe(0)
  })
})
