import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { isByOperation } from '../../../../contract/core/ownership'
import { journey } from '../../../../contract/entities/journey'
import { reservation } from '../../../../contract/entities/reservation'
import { JOURNEY_TRANSITIONS } from '../../../../server/domain/journeys/transitions'
import { tripEvent } from '../../../../server/domain/webhooks/events'
import { seatChange } from '../../../../server/domain/reservations/status'
import { RESERVATION_TRANSITIONS } from '../../../../server/domain/reservations/transitions'
import { tableOf } from '../../../support/markdown-table'

/** Returns the transitions that a document lists, with who may. An undone cancellation reverses the transitions to it. */
const documentedTransitions = (document: string): string[] => {
  const documented = tableOf(document, 'From').flatMap(({ From = '', To = '', Who = '' }) =>
    From.split(', ').map((from) => ({ from, to: To, who: Who })),
  )
  const ended = documented.flatMap(({ from, to }) => (to === 'cancelled' ? [from] : []))
  return documented.flatMap(({ from, to, who }) =>
    (to === 'what it was' ? ended : [to]).map((status) => `${from} to ${status} by ${who}`),
  )
}

describe.each([
  ['reservations', reservation, RESERVATION_TRANSITIONS, 'domain/reservations.md'],
  ['journeys', journey, JOURNEY_TRANSITIONS, 'domain/time.md'],
])('the transitions of %s', (_, entity, { all, sourcesOf }, document) => {
  it('are those of the document with who may request them, as are the initial statuses', () => {
    const starts = entity.initial?.map((status) => `nothing to ${status} by `) ?? []
    const transitions = all.map(({ from, to, who }) => `${from} to ${to} by ${who.join(', ')}`)
    expect([...starts, ...transitions].sort()).toEqual(documentedTransitions(document).sort())
  })

  it('are at most one between two statuses', () => {
    const pairs = all.map(({ from, to }) => `${from} to ${to}`)
    expect(new Set(pairs).size).toBe(pairs.length)
  })

  it('have exactly the operations that set the status by the contract', () => {
    const rule = (entity.setBy as Record<string, unknown>)[entity.statusField] as typeof reservation.setBy.status
    const operations = new Set(all.flatMap(({ operation }) => operation ?? []))
    expect(isByOperation(rule) && [...rule.by].sort()).toEqual([...operations].sort())
    const known = ALL_OPERATIONS.map(({ id }) => id)
    expect([...operations].filter((id) => !known.includes(id))).toEqual([])
  })

  it('start as the table defines', () => {
    for (const { from, step } of all) expect(sourcesOf(step as never)).toContain(from)
  })
})

it('each transition of a reservation states its effect on seats', () => {
  for (const { from, to, effect } of RESERVATION_TRANSITIONS.all) {
    const { held, confirmed } = seatChange(from, to, 3)
    const documented = { 3: 'seats_taken', 0: 'seats_unchanged', [-3]: 'seats_released' }[held + confirmed]
    expect(effect, `${from} to ${to}`).toBe(documented)
  }
})

it('a check-in or a boarding that is undone sends no new confirmation to a partner', () => {
  const back = (old: string) =>
    tripEvent([{ action: 'reservations.check_in_undone', changes: [{ field: 'status', old, new: 'confirmed' }] }])?.type
  expect([back('checked_in'), back('boarded'), back('on_hold')]).toEqual([
    'trip.changed',
    'trip.changed',
    'trip.confirmed',
  ])
})
