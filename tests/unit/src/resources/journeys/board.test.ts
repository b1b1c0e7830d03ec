import { describe, expect, it } from 'vitest'
import type { Board } from '../../../../../contract/operations/board'
import {
  conflictOf,
  foldedModel,
  ghostsOf,
  isIdle,
  modelOf,
  problemsOf,
  stepFrom,
  withAssignment,
} from '../../../../../src/resources/journeys/board/boardModel'
import { writingOn } from '../../../../../src/resources/journeys/board/boardText'
import { daysInSight, turned } from '../../../../../src/resources/journeys/calendar/calendarDays'
import { at, job, row } from '../../../../support/board'

const board: Board = {
  jobs: [
    job('first', '06:00', '07:00', { vehicle_id: 'V1', driver_id: 'D1' }),
    job('open', '06:30', '07:30'),
    job('open too', '06:45', '07:45'),
    job('after', '07:10', '08:00', { vehicle_id: 'V1' }),
    job('later', '07:45', '09:00'),
    job('done', '05:00', '05:30', { status: 'completed' }),
  ],
  next: null,
  farmed_out: { journeys: 0, hires: 0 },
  rows: [row('V1'), row('V2', { seats: 8 }), row('V3', { is_active: false }), row('V4')],
  taken: [{ row_id: 'V4', source: 'downtime', source_id: 'X', label: 'maintenance', from: at('07:40'), to: null }],
  types: [{ id: 'coach', code: 'COACH', licence_categories: ['D'] }],
  named: [],
  places: [],
}

describe('the model of the board', () => {
  const model = modelOf(board, 'vehicle')
  const barOf = (id: string) => {
    const found = model.barOf.get(id)
    if (!found) throw new Error(`There is no ${id}.`)
    return found.bar
  }
  const conflict = (id: string, rowId: string, of = model) => {
    const lane = of.lanes.find((one) => one.row.id === rowId)
    if (!lane) throw new Error(`There is no ${rowId}.`)
    return conflictOf(of, barOf(id), lane)
  }

  it('has the fewest rows for unassigned jobs, without completed ones', () => {
    expect(model.open.map((line) => line.map((bar) => bar.job.id))).toEqual([['open', 'later'], ['open too']])
    expect(model.openCount).toBe(3)
  })

  it('shows the conflicts of a vehicle before a job is assigned', () => {
    expect(conflict('open', 'V1')).toMatchObject({ kind: 'busy', block: { label: 'first' } })
    expect(conflict('open', 'V2')).toEqual({ kind: 'seats', seats: 8, taken: 10 })
    expect(conflict('open', 'V3')).toEqual({ kind: 'inactive' })
    // The vehicle is done at 07:30 and turned around at 07:45, five minutes into the maintenance.
    expect(conflict('open', 'V4')).toMatchObject({ kind: 'busy', block: { label: 'maintenance', to: Infinity } })
    expect(conflict('first', 'V1')).toEqual({ kind: 'assigned' })
    expect(conflict('first', 'V4')).toBeNull()
    expect(conflict('later', 'V1')).toMatchObject({ kind: 'busy', block: { label: 'after' } })
  })

  it('shows the conflicts of a driver', () => {
    const rows = [
      row('D1', { seats: 0, turnaround_min: 0 }),
      row('D2', { licence_categories: ['B'], turnaround_min: 0 }),
      row('D3', { papers_end_on: '2030-05-19', turnaround_min: 0 }),
      row('D4', { seats: 0, turnaround_min: 0 }),
    ]
    const drivers = modelOf({ ...board, rows, taken: [] }, 'driver')
    expect(conflict('open', 'D1', drivers)).toMatchObject({ kind: 'busy', block: { label: 'first' } })
    expect(conflict('open', 'D2', drivers)).toEqual({ kind: 'licence', categories: 'D' })
    expect(conflict('open', 'D3', drivers)).toEqual({ kind: 'expired', day: '2030-05-19' })
    expect(conflict('open', 'D4', drivers)).toBeNull()
  })

  it('marks a job that is too late for the next one', () => {
    const late = board.jobs.map((one) => (one.id === 'first' ? { ...one, delay_min: 20 } : one))
    const delayed = modelOf({ ...board, jobs: late }, 'vehicle')
    expect(barOf('first').isClash).toBe(false)
    expect(delayed.barOf.get('first')?.bar.isClash).toBe(true)
  })

  it.each([
    ['starts before it and reaches into it', '05:00', '06:10', true],
    ['starts at the same time', '06:00', '06:30', true],
    ['has no end', '05:00', null, true],
    ['ends when it starts', '05:00', '06:00', false],
    ['starts when it ends', '07:00', '07:30', false],
  ] as const)('marks a job whose vehicle has a downtime that %s', (_, from, to, isClash) => {
    const downtime = { row_id: 'V1', source: 'downtime', source_id: 'X', label: 'maintenance' } as const
    const taken = [{ ...downtime, from: at(from), to: to && at(to) }]
    expect(modelOf({ ...board, taken }, 'vehicle').barOf.get('first')?.bar.isClash).toBe(isClash)
  })

  it('moves from job to job by time, and to the nearest in time in the next row with jobs', () => {
    const walk = (id: string | null, step: Parameters<typeof stepFrom>[2]) => stepFrom(model, id, step)?.job.id
    expect(walk(null, 'later')).toBe('open')
    expect(walk('open', 'later')).toBe('later')
    expect(walk('open', 'earlier')).toBeUndefined()
    expect(walk('later', 'down')).toBe('open too')
    expect(walk('open too', 'down')).toBe('after')
    expect(walk('after', 'down')).toBeUndefined()
    expect(walk('after', 'first')).toBe('first')
    expect(walk('first', 'up')).toBe('open too')
    expect(walk('open', 'last')).toBe('later')
  })

  it('shows a job at its new row before the server has answered', () => {
    const given = modelOf(withAssignment(board, 'open', 'vehicle', 'V4', 2), 'vehicle')
    expect(given.barOf.get('open')).toMatchObject({ lane: { row: { id: 'V4' } }, bar: { job: { version: 2 } } })
    expect(given.openCount).toBe(2)
  })
})

describe('the view of the board', () => {
  /** B is 50 km north of A, which is an empty run of one hour. */
  const places = [
    { code: 'A', name: { en: 'Airport' }, latitude: 0, longitude: 0 },
    { code: 'B', name: { en: 'Beach' }, latitude: 50 / 111.2, longitude: 0 },
  ]
  const jobs = [
    job('there', '06:00', '07:00', { vehicle_id: 'V1' }),
    job('there again', '08:30', '09:30', { vehicle_id: 'V1' }),
    job('too soon', '10:00', '11:00', { vehicle_id: 'V1' }),
    job('back', '11:15', '12:15', { vehicle_id: 'V1', origin: 'B', destination: 'A' }),
    job('full', '06:00', '07:00', { vehicle_id: 'V3', seats_taken: 52 }),
    job('open', '13:00', '14:00'),
  ]
  const model = modelOf({ ...board, jobs, places }, 'vehicle')
  const bar = (id: string) => model.barOf.get(id)?.bar

  it('shows the empty run to each job, and where there is no time for it', () => {
    expect(['there', 'there again', 'too soon', 'back'].map((id) => bar(id)?.emptyKm)).toEqual([0, 50, 50, 0])
    expect([bar('there again')?.isTight, bar('too soon')?.isTight]).toEqual([false, true])
    expect(model.lanes[0]?.emptyKm).toBe(100)
    expect(model.emptyKm).toBe(100)
  })

  it('lists problems in the order of time', () => {
    expect(
      problemsOf(model).map(
        ({
          kind,
          bar: {
            job: { id },
          },
        }) => [kind, id],
      ),
    ).toEqual([
      ['full', 'full'],
      ['inactive', 'full'],
      ['tight', 'too soon'],
    ])
  })

  it('collapses rows without jobs at the end, and keeps one that gets a job in its position', () => {
    const idle = new Set(model.lanes.filter(isIdle).map(({ row: { id } }) => id))
    const rows = (of: typeof model) => of.lanes.map(({ row: { id } }) => id)
    expect([...idle]).toEqual(['V2'])
    expect(rows(foldedModel(model, idle, false))).toEqual(['V1', 'V3', 'V4', 'V2'])
    expect(rows(foldedModel(model, idle, true))).toEqual(['V1', 'V3', 'V4'])
    const given = modelOf(withAssignment({ ...board, jobs, places }, 'open', 'vehicle', 'V2'), 'vehicle')
    const folded = foldedModel(given, idle, true)
    expect(rows(folded)).toEqual(['V1', 'V3', 'V4', 'V2'])
    expect(folded.barOf.get('open')).toMatchObject({ line: 3 })
  })

  it('shows the assignments of a plan in a row', () => {
    const planned = {
      journey_id: 'open',
      version: 1,
      label: 'open',
      starts_at: at('13:00'),
      timezone: 'UTC',
      vehicle: { id: 'V2', label: 'V2' },
      driver: null,
      no_vehicle: null,
      no_driver: null,
    }
    expect([...ghostsOf(model, [planned])]).toEqual([['V2', [bar('open')]]])
    expect([...ghostsOf(modelOf({ ...board, jobs, places }, 'driver'), [planned])]).toEqual([])
  })

  it.each([
    [30, ''],
    [44, '09:15'],
    [70, '09:15 AG…'],
    [120, '09:15 AGP-HTL'],
    [160, '09:15 AGP-HTL · M. Ruiz'],
  ])('has the time first on a bar of %i px', (width, text) => {
    expect(writingOn(width, '09:15', 'AGP-HTL', 'M. Ruiz').replaceAll(/[\u2066\u2069]/g, '')).toBe(text)
  })
})

describe('the days of the calendar', () => {
  it('are whole weeks from Monday on, and change by month or week', () => {
    const may = daysInSight('2030-05-20', 'month')
    expect([may[0], may.at(-1), may.length]).toEqual(['2030-04-29', '2030-06-02', 35])
    expect(daysInSight('2030-12-31', 'month').at(-1)).toBe('2031-01-05')
    expect(daysInSight('2027-02-10', 'month')).toHaveLength(28)
    const week = daysInSight('2030-05-19', 'week')
    expect([week[0], week.at(-1)]).toEqual(['2030-05-13', '2030-05-19'])
    expect(turned('2030-12-31', 'month', 1)).toBe('2031-01-01')
    expect(turned('2030-03-31', 'month', -1)).toBe('2030-02-01')
    expect(turned('2030-05-20', 'week', -1)).toBe('2030-05-13')
  })
})
