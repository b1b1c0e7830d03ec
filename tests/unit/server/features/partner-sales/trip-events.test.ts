import { expect, it } from 'vitest'
import { eventsOf } from '../../../../../server/features/partner/sales/trips/presenters'

const event = (action: string, more: object = {}) => ({
  at: '2030-05-20T04:00:00Z',
  action,
  actor_kind: 'user' as const,
  reason: null,
  changes: [],
  ...more,
})

it('events of a partner exclude those before the trip was theirs, and the operator’s notes on payments', () => {
  const name = { field: 'lead_name', old: 'Ana', new: 'Ana Ruiz' }
  const history = [
    event('reservations.created', { changes: [{ field: 'lead_name', old: null, new: 'Ana' }] }),
    event('reservations.updated', { changes: [{ field: 'partner_reference', old: 'SUNVIA-1', new: null }] }),
    event('reservations.handed_over', { reason: 'Sunvia does not answer' }),
    event('reservations.payment_recorded', { reason: 'Cash at the counter' }),
    event('reservations.updated', { changes: [name] }),
  ]
  expect(eventsOf(history)).toEqual([
    { at: '2030-05-20T04:00:00Z', type: 'updated', by: 'operator', reason: null, changes: [name] },
  ])
  expect(eventsOf(history.slice(0, 2))).toHaveLength(2)
})
