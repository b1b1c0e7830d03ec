import { describe, expect, it } from 'vitest'
import type { AffectedJob } from '../../../../../contract/operations/reassignment'
import {
  cancelledBy,
  candidatesForAll,
  endOf,
  isComplete,
  withMisfits,
  planForAll,
  planOf,
  toJobPlans,
} from '../../../../../src/features/reassignment/plan'

const ALL = ['swap', 'farm_out', 'unassign', 'move', 'cancel'] as const
const job = (id: string, from: string, to: string, actions: AffectedJob['actions'] = [...ALL]): AffectedJob => ({
  source: 'journey',
  id,
  label: id,
  starts_at: `2030-05-20T${from}:00Z`,
  ends_at: `2030-05-20T${to}:00Z`,
  role: 'vehicle_id',
  seats: 1,
  parties: 1,
  actions,
})
const free = (...ids: string[]) => ids.map((id) => ({ id, label: id }))

describe('the plan for jobs that lose their vehicle', () => {
  const jobs = [job('a', '08:00', '10:00'), job('b', '09:00', '11:00'), job('c', '10:00', '12:00')]
  const suggestions = new Map([
    ['a', free('x', 'y')],
    ['b', free('x', 'y')],
    ['c', free('x')],
  ])

  it('assigns each job to the first who is free, never two at once to the same', () => {
    const plan = planOf(jobs, suggestions, new Map())
    expect([...plan.values()].map((choice) => choice.resource_id)).toEqual(['x', 'y', 'x'])
    expect(isComplete(plan)).toBe(true)
  })

  it('leaves no journey under way unassigned, which waits for a choice of the user instead', () => {
    const underWay = job('d', '06:00', '07:00', ['swap', 'farm_out'])
    expect(planForAll([underWay, ...jobs], { action: 'unassign' }).has('d')).toBe(false)
    const plan = planOf([underWay], new Map(), new Map())
    expect(plan.get('d')).toEqual({ action: 'swap' })
    expect(isComplete(plan)).toBe(false)
  })

  it('gives all jobs that do not overlap to one vehicle, and the others to a candidate', () => {
    const forAll = planForAll(jobs, { action: 'swap', resource_id: 'y' })
    expect([...forAll.keys()]).toEqual(['a', 'c'])
    const plan = planOf(jobs, suggestions, forAll)
    expect(jobs.map(({ id }) => plan.get(id)?.resource_id)).toEqual(['y', 'x', 'y'])
  })

  it('takes any other action for all jobs, and none while the choice is incomplete', () => {
    expect([...planForAll(jobs, { action: 'cancel' }).keys()]).toEqual(['a', 'b', 'c'])
    for (const choice of [null, { action: 'swap' }, { action: 'farm_out' }] as const)
      expect(planForAll(jobs, choice).size).toBe(0)
  })

  it('offers the candidates of most jobs first', () => {
    const offered = new Map([
      ['a', free('x', 'y')],
      ['b', free('y')],
    ])
    expect(candidatesForAll(offered)).toEqual(free('y', 'x'))
  })

  it('leaves jobs open that no one can take, and keeps choices', () => {
    const chosen = new Map([['a', { action: 'swap', resource_id: 'y' } as const]])
    const plan = planOf(jobs, new Map([['b', free('y')]]), chosen)
    expect(toJobPlans(jobs, plan)).toEqual([
      { job_id: 'a', action: 'swap', resource_id: 'y', to_journey_ids: [] },
      { job_id: 'b', action: 'unassign', to_journey_ids: [] },
      { job_id: 'c', action: 'unassign', to_journey_ids: [] },
    ])
  })

  it('skips candidates that a dry run has refused, and returns to the first without alternatives', () => {
    const after = (misfits: Parameters<typeof withMisfits>[0], ...failed: string[]) => {
      const plan = planOf(jobs, suggestions, new Map(), misfits)
      const outcomes = failed.map((job_id) => ({ job_id, outcome: 'failed' as const }))
      return withMisfits(misfits, outcomes, plan, new Map())
    }
    const takers = (misfits: Parameters<typeof withMisfits>[0]) =>
      [...planOf(jobs, suggestions, new Map(), misfits).values()].map((choice) => choice.resource_id)
    const once = after(new Map(), 'a', 'c')
    expect(takers(once)).toEqual(['y', 'x', undefined])
    const twice = after(once, 'a')
    expect(takers(twice)).toEqual(['x', 'y', 'x'])
    expect(after(twice, 'a', 'c')).toBe(twice)
    expect(after(twice)).toBe(twice)
  })

  it('keeps a choice of the user, also when a dry run refuses it', () => {
    const chosen = new Map([['a', { action: 'swap', resource_id: 'x' } as const]])
    const plan = planOf(jobs, suggestions, chosen)
    const before = new Map()
    expect(withMisfits(before, [{ job_id: 'a', outcome: 'failed' }], plan, chosen)).toBe(before)
  })

  it('is incomplete while a swap has no substitute or a move has no target', () => {
    expect(isComplete(new Map([['a', { action: 'swap' }]]))).toBe(false)
    expect(isComplete(new Map([['a', { action: 'move', to_journey_ids: [] }]]))).toBe(false)
    expect(isComplete(new Map([['a', { action: 'cancel' }]]))).toBe(true)
  })

  it('is incomplete while another company must be chosen', () => {
    const given = new Map([['a', { action: 'farm_out', partner_id: 'sun' } as const]])
    expect(isComplete(new Map([['a', { action: 'farm_out' }]]))).toBe(false)
    expect(isComplete(given)).toBe(true)
    expect(toJobPlans(jobs.slice(0, 1), given)).toEqual([
      { job_id: 'a', action: 'farm_out', partner_id: 'sun', to_journey_ids: [] },
    ])
  })
})

it('a plan cancels the journeys whose passengers move or are refunded', () => {
  const plan = new Map([
    ['a', { action: 'move' }],
    ['b', { action: 'cancel' }],
    ['c', { action: 'swap', resource_id: 'x' }],
    ['d', { action: 'unassign' }],
  ] as const)
  expect([...cancelledBy(plan)]).toEqual(['a', 'b'])
})

describe('the absence of a person', () => {
  const now = Date.parse('2030-03-30T22:30:00Z')

  it('ends at midnight at their place, also over a change of the clock', () => {
    // In Nicosia it is already 31 March, and summer time begins that night.
    expect(endOf('today', now, 'Asia/Nicosia')).toBe('2030-03-31T21:00:00Z')
    expect(endOf('tomorrow', now, 'UTC')).toBe('2030-04-01T00:00:00Z')
    expect(endOf('open', now, 'UTC')).toBeNull()
  })
})
