import { describe, expect, it } from 'vitest'
import type { JourneyCall } from '../../../../../contract/entities/journey'
import type { ManifestParty } from '../../../../../contract/operations/manifest'
import { timesIn } from '../../../../../src/resources/journeys/generate/times'
import { byStop, countAboard } from '../../../../../src/resources/journeys/manifest/parties'
import { manifestCsv } from '../../../../../src/resources/journeys/manifest/manifestCsv'

const call = (seq: number): JourneyCall => ({
  seq,
  station_id: `station-${seq}`,
  planned_arrive: '2030-05-20T05:30:00Z',
  planned_depart: '2030-05-20T05:30:00Z',
  expected_arrive: null,
  expected_depart: null,
  actual_arrive: null,
  actual_depart: null,
  pickup_type: 'regular',
  drop_off_type: 'regular',
  platform: null,
})

const party: ManifestParty = {
  reservation_id: 'r1',
  version: 1,
  reference: 'K7PQ2M',
  status: 'confirmed',
  lead_name: '=HYPERLINK("x")',
  lead_phone: '+34600111222',
  lead_email: null,
  locale: 'en',
  board_seq: 2,
  alight_seq: 3,
  seats: 2,
  passengers: [
    { position: 1, name: null, category: 'adult', needs: ['wheelchair'], seat_label: null, status: 'boarded' },
    { position: 2, name: 'Leo', category: 'child', needs: [], seat_label: null, status: 'booked' },
    { position: 3, name: 'Gone', category: 'adult', needs: [], seat_label: null, status: 'cancelled' },
  ],
  extras: [],
  luggage_units: 2,
  amount_due_minor: 1250,
  currency: 'EUR',
  customer_notes: null,
}
const calls = [call(1), call(2), call(3)]

describe('the manifest', () => {
  it('lists parties at their boarding stop, without cancelled ones', () => {
    expect(byStop({ journey_id: 'j', parties: [party] }, calls).map((stop) => stop.call.seq)).toEqual([2])
    expect(countAboard([party])).toEqual({ aboard: 1, all: 2 })
  })

  it('is a file with one line for each passenger, and no cell that a spreadsheet would execute', async () => {
    const format = { t: (key: string) => key, language: 'en' }
    const text = await manifestCsv({ journey_id: 'j', parties: [party] }, calls, (id) => id, format).text()
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(lines[1]).toContain("'+34600111222")
    expect(lines[1]).toContain('12.50')
    expect(lines[2]).not.toContain('12.50')
  })
})

describe('typed departure times', () => {
  it.each([
    ['6:30 14:00', ['06:30:00', '14:00:00']],
    ['0630, 25:10;7:05', ['06:30:00', '25:10:00', '07:05:00']],
    ['6:30 noon', ['06:30:00', null]],
    ['  ', []],
  ])('%j', (typed, times) => expect(timesIn(typed)).toEqual(times))
})
