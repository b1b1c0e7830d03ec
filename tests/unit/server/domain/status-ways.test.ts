import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { isByOperation } from '../../../../contract/core/ownership'
import { journey } from '../../../../contract/entities/journey'
import { reservation } from '../../../../contract/entities/reservation'
import { JOURNEY_WAYS } from '../../../../server/domain/journeys/ways'
import { tripEvent } from '../../../../server/domain/webhooks/events'
import { seatChange } from '../../../../server/domain/reservations/status'
import { RESERVATION_WAYS } from '../../../../server/domain/reservations/ways'
import { tableOf } from '../../../support/markdown-table'

/** What a document tells of. A cancellation that is taken back goes the ways to it the other way round. */
const toldIn = (document: string): string[] => {
  const told = tableOf(document, 'From').flatMap(({ From = '', To = '' }) =>
    From.split(', ').map((from) => [from, To] as const),
  )
  const ended = told.flatMap(([from, to]) => (to === 'cancelled' ? [from] : []))
  return told.flatMap(([from, to]) => (to === 'what it was' ? ended : [to]).map((status) => `${from} to ${status}`))
}

describe.each([
  ['reservations', reservation, RESERVATION_WAYS, 'domain/reservations.md'],
  ['journeys', journey, JOURNEY_WAYS, 'domain/time.md'],
])('the ways between the statuses of %s', (_, entity, { all, startsOf }, document) => {
  it('are those that the document tells of, and so are the statuses that a record starts in', () => {
    const starts = entity.initial?.map((status) => `nothing to ${status}`) ?? []
    const ways = all.map(({ from, to }) => `${from} to ${to}`)
    expect([...starts, ...ways].sort()).toEqual(toldIn(document).sort())
  })

  it('are one for each two statuses', () => {
    const pairs = all.map(({ from, to }) => `${from} to ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
  })

  it('are gone by the operations that the contract says set the status, and by no other', () => {
    const rule = (entity.setBy as Record<string, unknown>)[entity.statusField] as typeof reservation.setBy.status
    const operations = new Set(all.flatMap(({ operation }) => operation ?? []))
    expect(isByOperation(rule) && [...rule.by].sort()).toEqual([...operations].sort())
    const known = ALL_OPERATIONS.map(({ id }) => id)
    expect([...operations].filter((id) => !known.includes(id))).toEqual([])
  })

  it('start where the table says', () => {
    for (const { from, step } of all) expect(startsOf(step as never)).toContain(from)
  })
})

it('each way of a reservation says what becomes of its seats', () => {
  for (const { from, to, effect } of RESERVATION_WAYS.all) {
    const { held, confirmed } = seatChange(from, to, 3)
    const told = { 3: 'seats_taken', 0: 'seats_kept', [-3]: 'seats_given_back' }[held + confirmed]
    expect(effect, `${from} to ${to}`).toBe(told)
  }
})

it('a check-in or a boarding that is taken back is no new confirmation to a partner', () => {
  const back = (old: string) =>
    tripEvent([{ action: 'reservations.check_in_undone', changes: [{ field: 'status', old, new: 'confirmed' }] }])?.type
  expect([back('checked_in'), back('boarded'), back('on_hold')]).toEqual([
    'trip.changed',
    'trip.changed',
    'trip.confirmed',
  ])
})
