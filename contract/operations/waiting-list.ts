import { z } from 'zod'
import { ReservationPassenger } from '../entities/reservation-parts'
import { WaitingEntry } from '../entities/waiting-entry'
import { operation } from '../core/operations'
import { Email, Id, LanguageCode, Phone, line } from '../core/scalars'
import { schemaMessage } from '../core/sentence'

const tag = 'reservations'
const IdParams = z.object({ id: Id })
const entryErrors = ['not_found', 'validation', 'invalid_state'] as const

export const joinWaitingList = operation({
  id: 'joinWaitingList',
  method: 'POST',
  path: '/journeys/:id/waiting-list',
  tag,
  summary: 'Join the waiting list of a journey; free seats are offered in the order of joining',
  access: { action: 'create', resource: 'reservations' },
  params: IdParams,
  body: z.strictObject({
    board_seq: z.int().min(1).max(999),
    alight_seq: z.int().min(2).max(1000),
    passengers: z
      .array(ReservationPassenger)
      .min(1, schemaMessage`Add at least one passenger.`)
      .max(60),
    lead_name: line(120),
    lead_phone: Phone.nullable().default(null),
    lead_email: Email.nullable().default(null),
    locale: LanguageCode.default('en'),
    customer_id: Id.nullable().default(null),
  }),
  ok: { status: 201, description: 'The entry on the waiting list.', schema: WaitingEntry },
  errors: entryErrors,
})

export const listWaiting = operation({
  id: 'listWaiting',
  method: 'GET',
  path: '/journeys/:id/waiting-list',
  tag,
  summary: 'List the waiting list entries of a journey',
  access: { action: 'show', resource: 'reservations' },
  params: IdParams,
  ok: { status: 200, description: 'The entries in the order of joining.', schema: z.array(WaitingEntry) },
  errors: ['not_found'],
})

export const leaveWaitingList = operation({
  id: 'leaveWaitingList',
  method: 'POST',
  path: '/waiting-list/:id/withdraw',
  tag,
  summary: 'Leave the waiting list of a journey',
  access: { action: 'edit', resource: 'reservations' },
  params: IdParams,
  ok: { status: 200, description: 'The closed entry.', schema: WaitingEntry },
  errors: entryErrors,
})
