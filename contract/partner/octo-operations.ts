import { z } from 'zod'
import type { ErrorCode } from '../core/errors'
import * as octo from './octo'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { PARTNER_ROLES } from '../core/vocabulary'
import { holdBounds } from './trips'

/* The calls of OCTO's supplier side, with the keys of the partner API as bearer tokens. */

const tag = 'octo'
const root = 'host'
const scheme = 'Bearer'
const shoppers = { partner: PARTNER_ROLES, scope: 'journeys:read', scheme } as const
const readers = { partner: PARTNER_ROLES, scope: 'trips:read', scheme } as const
const sellers = { partner: ['owner', 'agent'], scope: 'trips:write', scheme } as const
const once = ['idempotency_in_progress', 'idempotency_mismatch'] as const
const params = z.object({ uuid: Id })
const told = <A extends z.ZodType>(schema: A, description: string) => ({ status: 200, description, schema })

export const getOctoSupplier = operation({
  id: 'getOctoSupplier',
  method: 'GET',
  path: '/octo/supplier',
  root,
  tag,
  summary: 'Who the operator is',
  access: shoppers,
  ok: told(octo.OctoSupplier, 'The operator.'),
  errors: [],
})

export const listOctoProducts = operation({
  id: 'listOctoProducts',
  method: 'GET',
  path: '/octo/products',
  root,
  tag,
  summary: 'What the partner may sell: from one stop of a route to another, where a fare holds',
  access: shoppers,
  ok: told(z.array(octo.OctoProduct), 'All of them.'),
  errors: [],
})

export const getOctoProduct = operation({
  id: 'getOctoProduct',
  method: 'GET',
  path: '/octo/products/:id',
  root,
  tag,
  summary: 'One product',
  access: shoppers,
  params: z.object({ id: z.string().max(200) }),
  ok: told(octo.OctoProduct, 'The product.'),
  errors: ['malformed'],
})

export const checkOctoCalendar = operation({
  id: 'checkOctoCalendar',
  method: 'POST',
  path: '/octo/availability/calendar',
  root,
  tag,
  summary: 'On which days a product runs and has seats',
  access: shoppers,
  body: octo.OctoCalendarBody,
  invalidBody: 'malformed',
  ok: told(z.array(octo.OctoCalendarDay), 'One entry for each day.'),
  errors: ['malformed', ...once],
})

export const checkOctoAvailability = operation({
  id: 'checkOctoAvailability',
  method: 'POST',
  path: '/octo/availability',
  root,
  tag,
  summary: 'The departures of a product that can be booked now',
  access: shoppers,
  body: octo.OctoAvailabilityBody,
  invalidBody: 'malformed',
  ok: told(z.array(octo.OctoAvailability), 'By time of departure.'),
  errors: ['malformed', ...once],
})

export const reserveOctoBooking = operation({
  id: 'reserveOctoBooking',
  method: 'POST',
  path: '/octo/bookings',
  root,
  tag,
  summary: 'Hold seats for the time of the contract; the same uuid again tells the same booking',
  access: sellers,
  body: octo.OctoReserveBody,
  invalidBody: 'malformed',
  ok: told(octo.OctoBooking, 'The booking, on hold.'),
  errors: ['malformed', 'validation', 'invalid_state', 'sold_out', 'cutoff_passed', 'no_fare', ...holdBounds, ...once],
})

export const listOctoBookings = operation({
  id: 'listOctoBookings',
  method: 'GET',
  path: '/octo/bookings',
  root,
  tag,
  summary: 'Bookings that were made by OCTO, by their references, product or days of travel',
  access: readers,
  query: octo.OctoBookingsQuery,
  ok: told(z.array(octo.OctoBooking), 'The latest 100.'),
  errors: ['malformed'],
})

export const getOctoBooking = operation({
  id: 'getOctoBooking',
  method: 'GET',
  path: '/octo/bookings/:uuid',
  root,
  tag,
  summary: 'One booking',
  access: readers,
  params,
  ok: told(octo.OctoBooking, 'The booking.'),
  errors: ['malformed'],
})

/** One step in the life of a booking. */
function step<V extends string, B extends z.ZodType>(
  id: string,
  verb: V,
  summary: string,
  body: B,
  errors: readonly ErrorCode[],
  method: 'POST' | 'PATCH' = 'POST',
) {
  return operation({
    id,
    method,
    path: `/octo/bookings/:uuid${verb}`,
    root,
    tag,
    summary,
    access: sellers,
    params,
    body,
    invalidBody: 'malformed',
    ok: told(octo.OctoBooking, 'The booking as it is now.'),
    errors: ['malformed', 'validation', 'invalid_state', ...once, ...errors],
  })
}

export const confirmOctoBooking = step(
  'confirmOctoBooking',
  '/confirm',
  'Confirm a booking on hold; contact and units come along',
  octo.OctoConfirmBody,
  ['hold_expired', 'price_changed', 'credit_limit', 'sold_out', 'no_fare', ...holdBounds],
)
export const extendOctoBooking = step(
  'extendOctoBooking',
  '/extend',
  'Hold the seats for the time of the contract from now, at most twice',
  octo.OctoExtendBody,
  ['hold_expired', 'hold_limit'],
)
export const cancelOctoBooking = step(
  'cancelOctoBooking',
  '/cancel',
  'Cancel a booking as the contract allows',
  octo.OctoCancelBody,
  [],
)
export const updateOctoBooking = step(
  'updateOctoBooking',
  '',
  'Change contact, notes and references; with other units or another departure also the price',
  octo.OctoUpdateBody,
  ['hold_expired', 'sold_out', 'cutoff_passed', 'no_fare', 'credit_limit', ...holdBounds],
  'PATCH',
)
