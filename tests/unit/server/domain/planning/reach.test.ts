import { describe, expect, it } from 'vitest'
import { minutesApart, unlikelyIssues, type KnownPlace } from '../../../../../server/domain/planning/reach'

const spot = (id: string, more: Partial<KnownPlace> = {}): KnownPlace => ({
  station_id: id,
  parent_id: null,
  name: id,
  city: null,
  latitude: null,
  longitude: null,
  ...more,
})
const LIMASSOL = spot('Limassol', { city: 'Limassol', latitude: 34.68, longitude: 33.04 })
const NICOSIA = spot('Nicosia', { city: 'Nicosia', latitude: 35.17, longitude: 33.36 })

describe('the distance between two jobs', () => {
  it.each([
    ['the same place', LIMASSOL, LIMASSOL, 0],
    ['two stops of one station', spot('a', { parent_id: 'hub' }), spot('b', { parent_id: 'hub' }), 0],
    ['a stop and its station', spot('a', { parent_id: 'hub' }), spot('hub'), 0],
    ['62 km at 50 km/h', LIMASSOL, NICOSIA, 75],
    ['another city that is not on the map', spot('a', { city: 'Paphos' }), NICOSIA, 30],
    ['the same city', spot('a', { city: 'nicosia' }), spot('b', { city: 'Nicosia' }), 0],
    ['an unknown place', spot('a'), NICOSIA, null],
  ])('takes, to %s, at least its minimum time', (_, from, to, minutes) => {
    expect(minutesApart(from, to)).toBe(minutes)
  })

  const job = { from: '2030-05-20T10:15:00Z', to: '2030-05-20T11:00:00Z', origin: NICOSIA, destination: NICOSIA }
  const beside = (place: KnownPlace, at: string) => ({ label: 'R1', at, timezone: 'Asia/Nicosia', place })

  it('is too short from the previous job, or to the next, when it takes longer than the time between', () => {
    const before = beside(LIMASSOL, '2030-05-20T10:00:00Z')
    const after = beside(LIMASSOL, '2030-05-20T12:14:00Z')
    const found = unlikelyIssues('driver_id', 'Maria', job, { before, after })
    expect(found.map(({ message }) => String(message))).toEqual([
      'Maria is free after R1 in Limassol at 13:00 and needs about 75 min to Nicosia.',
      'Maria has to be in Limassol for R1 at 15:14, about 75 min from Nicosia.',
    ])
    expect(
      unlikelyIssues('driver_id', 'Maria', job, { before: { ...before, at: '2030-05-20T09:00:00Z' }, after: null }),
    ).toEqual([])
  })

  it('is not checked at the same place, or when its places are unknown', () => {
    const here = beside(NICOSIA, job.from)
    expect(unlikelyIssues('vehicle_id', 'KAB 1', job, { before: here, after: beside(spot('x'), job.to) })).toEqual([])
  })
})
