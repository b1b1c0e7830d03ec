import { describe, expect, it } from 'vitest'
import { seatsLeft, withSeats } from '../../../server/domain/availability/seats'
import { instantOf } from '../../../server/domain/timetable/service-time'
import { tableOf } from '../../support/markdown-table'

const SEQ: Record<string, number> = { A: 1, B: 2, C: 3, D: 4 }
const stretch = (text: string) => {
  const [from = '', to = ''] = text.split('–')
  return { board_seq: SEQ[from] ?? 0, alight_seq: SEQ[to] ?? 0 }
}

describe('docs/domain/time.md', () => {
  it.each(tableOf('domain/time.md', 'Service time'))('$Service day $Service time in $Time zone: $Why', (row) => {
    expect(instantOf(row['Service day'] ?? '', row['Service time'] ?? '', row['Time zone'] ?? '')).toBe(row['Instant'])
  })
})

describe('docs/domain/availability.md', () => {
  it.each(tableOf('domain/availability.md', 'Booked before'))('I2 after $Booked before', (row) => {
    const empty = [1, 2, 3].map((leg_seq) => ({
      leg_seq,
      capacity: 2,
      overbooking_allowance: 0,
      confirmed: 0,
      held: 0,
    }))
    const booked = [...(row['Booked before'] ?? '').matchAll(/([A-D]–[A-D]) ×(\d)/g)]
    const legs = booked.reduce(
      (now, [, way = '', seats]) => withSeats(now, stretch(way), { held: 0, confirmed: Number(seats) }),
      empty,
    )
    const left = Object.keys(row)
      .filter((name) => name.includes('–'))
      .map((way) => [way, String(seatsLeft(legs, stretch(way)))])
    const { 'Booked before': _, ...promised } = row
    expect(Object.fromEntries(left)).toEqual(promised)
  })
})
