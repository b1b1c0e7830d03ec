import { z } from 'zod'
import { ReservationPassenger } from '../entities/reservation-parts'
import { WaitingEntry } from '../entities/waiting-entry'
import { operation } from '../core/operations'
import { Email, Id, LanguageCode, Phone, line } from '../core/scalars'

const tag = 'reservations'
const IdParams = z.object({ id: Id })
const entryErrors = ['not_found', 'validation', 'invalid_state'] as const

export const joinWaitingList = operation({
  id: 'joinWaitingList',
  method: 'POST',
  path: '/journeys/:id/waiting-list',
  tag,
  summary: 'Wait for seats on a journey; they are offered in the order of coming',
  access: { action: 'create', resource: 'reservations' },
  params: IdParams,
  body: z.strictObject({
    board_seq: z.int().min(1).max(999),
    alight_seq: z.int().min(2).max(1000),
    passengers: z.array(ReservationPassenger).min(1, 'Add at least one passenger.').max(60),
    lead_name: line(120),
    lead_phone: Phone.nullable().default(null),
    lead_email: Email.nullable().default(null),
    locale: LanguageCode.default('en'),
    customer_id: Id.nullable().default(null),
  }),
  ok: { status: 201, description: 'The place on the list.', schema: WaitingEntry },
  errors: [...entryErrors, 'idempotency_in_progress', 'idempotency_mismatch'],
})

export const listWaiting = operation({
  id: 'listWaiting',
  method: 'GET',
  path: '/journeys/:id/waiting-list',
  tag,
  summary: 'Who waits for seats on a journey',
  access: { action: 'show', resource: 'reservations' },
  params: IdParams,
  ok: { status: 200, description: 'In the order of coming.', schema: z.array(WaitingEntry) },
  errors: ['not_found'],
})

export const leaveWaitingList = operation({
  id: 'leaveWaitingList',
  method: 'POST',
  path: '/waiting-list/:id/withdraw',
  tag,
  summary: 'Wait no longer',
  access: { action: 'edit', resource: 'reservations' },
  params: IdParams,
  ok: { status: 200, description: 'The place on the list.', schema: WaitingEntry },
  errors: entryErrors,
})
