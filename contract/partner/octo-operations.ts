import { z } from 'zod'
import type { ErrorCode } from '../core/errors'
import * as octo from './octo'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { PARTNER_ROLES } from '../core/vocabulary'
import { holdBounds } from './trips'

/* Operations of an OCTO supplier. The API keys of the partner API are the bearer tokens. */

const tag = 'octo'
const root = 'host'
const scheme = 'Bearer'
const shoppers = { partner: PARTNER_ROLES, scope: 'journeys:read', scheme } as const
const readers = { partner: PARTNER_ROLES, scope: 'trips:read', scheme } as const
const sellers = { partner: ['owner', 'agent'], scope: 'trips:write', scheme } as const
const params = z.object({ uuid: Id })
const success = <A extends z.ZodType>(schema: A, description: string) => ({ status: 200, description, schema })

export const getOctoSupplier = operation({
  id: 'getOctoSupplier',
  method: 'GET',
  path: '/octo/supplier',
  root,
  tag,
  summary: 'Get the operator as the supplier',
  access: shoppers,
  ok: success(octo.OctoSupplier, 'The operator.'),
  errors: [],
})

export const listOctoCapabilities = operation({
  id: 'listOctoCapabilities',
  method: 'GET',
  path: '/octo/capabilities',
  root,
  tag,
  summary: 'List the capabilities beyond the core of OCTO',
  access: shoppers,
  ok: success(z.array(octo.OctoCapability), 'All capabilities.'),
  errors: [],
})

export const listOctoProducts = operation({
  id: 'listOctoProducts',
  method: 'GET',
  path: '/octo/products',
  root,
  tag,
  summary: 'List the products of the partner: pairs of stops of a route with a valid fare',
  access: shoppers,
  ok: success(z.array(octo.OctoProduct), 'All products.'),
  errors: [],
})

export const getOctoProduct = operation({
  id: 'getOctoProduct',
  method: 'GET',
  path: '/octo/products/:id',
  root,
  tag,
  summary: 'Get a product',
  access: shoppers,
  params: z.object({ id: z.string().max(200) }),
  ok: success(octo.OctoProduct, 'The product.'),
  errors: ['malformed'],
})

export const checkOctoCalendar = operation({
  id: 'checkOctoCalendar',
  method: 'POST',
  path: '/octo/availability/calendar',
  root,
  isRepeatable: true,
  tag,
  summary: 'Check the days on which a product has departures and seats',
  access: shoppers,
  body: octo.OctoCalendarBody,
  invalidBody: 'malformed',
  ok: success(z.array(octo.OctoCalendarDay), 'One entry for each day.'),
  errors: ['malformed'],
})

export const checkOctoAvailability = operation({
  id: 'checkOctoAvailability',
  method: 'POST',
  path: '/octo/availability',
  root,
  isRepeatable: true,
  tag,
  summary: 'List the departures of a product that can be booked now',
  access: shoppers,
  body: octo.OctoAvailabilityBody,
  invalidBody: 'malformed',
  ok: success(z.array(octo.OctoAvailability), 'The departures, sorted by time.'),
  errors: ['malformed'],
})

export const reserveOctoBooking = operation({
  id: 'reserveOctoBooking',
  method: 'POST',
  path: '/octo/bookings',
  root,
  tag,
  summary: 'Hold seats for the contractual hold time; a repeated uuid returns the same booking',
  access: sellers,
  body: octo.OctoReserveBody,
  invalidBody: 'malformed',
  ok: success(octo.OctoBooking, 'The booking, on hold.'),
  errors: ['malformed', 'validation', 'invalid_state', 'sold_out', 'cutoff_passed', 'no_fare', ...holdBounds],
})

export const listOctoBookings = operation({
  id: 'listOctoBookings',
  method: 'GET',
  path: '/octo/bookings',
  root,
  tag,
  summary: 'List bookings made by OCTO, filtered by reference, product or travel dates',
  access: readers,
  query: octo.OctoBookingsQuery,
  ok: success(z.array(octo.OctoBooking), 'The latest 100 bookings.'),
  errors: ['malformed'],
})

export const getOctoBooking = operation({
  id: 'getOctoBooking',
  method: 'GET',
  path: '/octo/bookings/:uuid',
  root,
  tag,
  summary: 'Get a booking',
  access: readers,
  params,
  ok: success(octo.OctoBooking, 'The booking.'),
  errors: ['malformed'],
})

/** Returns an operation that changes the state of a booking. */
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
    ok: success(octo.OctoBooking, 'The booking as it is now.'),
    errors: ['malformed', 'validation', 'invalid_state', ...errors],
  })
}

export const confirmOctoBooking = step(
  'confirmOctoBooking',
  '/confirm',
  'Confirm a booking on hold, with its contact and units',
  octo.OctoConfirmBody,
  ['hold_expired', 'price_changed', 'credit_limit', 'sold_out', 'no_fare', ...holdBounds],
)
export const extendOctoBooking = step(
  'extendOctoBooking',
  '/extend',
  'Extend a hold by the contractual hold time from now, at most twice',
  octo.OctoExtendBody,
  ['hold_expired', 'hold_limit'],
)
export const cancelOctoBooking = step(
  'cancelOctoBooking',
  '/cancel',
  'Cancel a booking under the terms of the contract',
  octo.OctoCancelBody,
  [],
)
export const updateOctoBooking = step(
  'updateOctoBooking',
  '',
  'Update contact, notes and references, or the units and departure at their new price',
  octo.OctoUpdateBody,
  ['hold_expired', 'sold_out', 'cutoff_passed', 'no_fare', 'credit_limit', ...holdBounds],
  'PATCH',
)
