import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../core/errors'
import { OCTO_BOOKING_UNITS_MAX } from '../core/limits/partner-api'
import { PHONE_TYPED_MAX_CHARS } from '../core/limits/texts'
import { Currency, Id, Instant, MinorAmount, PlainDate, TimeZone, onOneLine } from '../core/scalars'
import { PASSENGER_CATEGORIES } from '../core/vocabulary'

/*
 * Departures in the format of OCTO (Open Connectivity for Tours, Activities and Attractions, docs.octo.travel), for
 * resellers with an OCTO client. Names and shapes are those of OCTO. Amounts are in minor units. `local…` is in the time
 * zone of the place of departure, `utc…` in UTC. Fields of a capability are present if the client requests it.
 */

/** Error codes of OCTO. */
export const OCTO_ERRORS = [
  'INVALID_PRODUCT_ID',
  'INVALID_OPTION_ID',
  'INVALID_UNIT_ID',
  'INVALID_AVAILABILITY_ID',
  'INVALID_BOOKING_UUID',
  'BAD_REQUEST',
  'UNPROCESSABLE_ENTITY',
  'INTERNAL_SERVER_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
] as const
export type OctoError = (typeof OCTO_ERRORS)[number]

/** OCTO error. The field that it concerns is added under its own name. */
export const OctoRefusal = z.looseObject({
  error: z.enum(OCTO_ERRORS),
  errorMessage: z.string(),
  /** Code of the error catalogue (`ERRORS`). */
  code: z.string(),
  request_id: z.string(),
})

const FORWARDED_STATUSES: readonly number[] = [401, 403, 429, 500, 503]
const BAD_REQUEST = 400

/** Returns the HTTP status for OCTO, which has 400 for all client errors and distinguishes them by code. */
export const octoStatus = (code: ErrorCode): number =>
  FORWARDED_STATUSES.includes(ERRORS[code].status) ? ERRORS[code].status : BAD_REQUEST

/** Id of the only option of every product. */
export const OCTO_OPTION_ID = 'DEFAULT'
/** Capability in addition to the OCTO core. */
export const OCTO_PRICING = 'octo/pricing'
export const OCTO_PRICING_DOCS = 'https://docs.octo.travel/capabilities/pricing'

const UNIT_TYPES = ['ADULT', 'CHILD', 'INFANT', 'YOUTH', 'SENIOR', 'OTHER'] as const
const STATUSES = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED'] as const
const BOOKING_STATUSES = ['ON_HOLD', 'EXPIRED', 'CONFIRMED', 'CANCELLED', 'PENDING', 'REDEEMED'] as const
export type OctoBookingStatus = (typeof BOOKING_STATUSES)[number]

/** `retail` is the price for the passenger, `net` the revenue of the operator. */
export const OctoPricing = z.object({
  original: MinorAmount,
  retail: MinorAmount,
  net: MinorAmount,
  currency: Currency,
  currencyPrecision: z.int(),
  /** Always empty: prices include their taxes. */
  includedTaxes: z.array(z.object({ name: z.string(), retail: MinorAmount, net: MinorAmount })),
})
export type OctoPricing = z.output<typeof OctoPricing>
const UnitPricing = OctoPricing.extend({ unitId: z.string() })

/** Passenger category. */
const Unit = z.object({
  id: z.enum(PASSENGER_CATEGORIES),
  internalName: z.string(),
  reference: z.string().nullable(),
  type: z.enum(UNIT_TYPES),
  restrictions: z.object({
    minAge: z.int(),
    maxAge: z.int(),
    idRequired: z.boolean(),
    minQuantity: z.int().nullable(),
    maxQuantity: z.int().nullable(),
    paxCount: z.int(),
    accompaniedBy: z.array(z.string()),
  }),
  requiredContactFields: z.array(z.string()),
  pricingFrom: z.array(OctoPricing).optional(),
})
export type OctoUnit = z.output<typeof Unit>

const Option = z.object({
  id: z.literal(OCTO_OPTION_ID),
  default: z.boolean(),
  internalName: z.string(),
  reference: z.string().nullable(),
  /** Departure times (`HH:MM`) of the next four weeks. */
  availabilityLocalStartTimes: z.array(z.string()),
  cancellationCutoff: z.string(),
  cancellationCutoffAmount: z.int(),
  cancellationCutoffUnit: z.literal('hour'),
  requiredContactFields: z.array(z.string()),
  restrictions: z.object({ minUnits: z.int().nullable(), maxUnits: z.int().nullable() }),
  units: z.array(Unit),
})

/** Pair of stops of a route. */
export const OctoProduct = z.object({
  id: z.string(),
  internalName: z.string(),
  /** Code of the route. */
  reference: z.string(),
  locale: z.string(),
  timeZone: TimeZone,
  allowFreesale: z.literal(false),
  instantConfirmation: z.literal(true),
  instantDelivery: z.literal(true),
  availabilityRequired: z.literal(true),
  availabilityType: z.literal('START_TIME'),
  deliveryFormats: z.array(z.literal('QRCODE')),
  deliveryMethods: z.array(z.literal('TICKET')),
  redemptionMethod: z.literal('DIGITAL'),
  options: z.array(Option),
  defaultCurrency: Currency.optional(),
  availableCurrencies: z.array(Currency).optional(),
  pricingPer: z.literal('UNIT').optional(),
})
export type OctoProduct = z.output<typeof OctoProduct>

export const OctoSupplier = z.object({
  id: z.string(),
  name: z.string(),
  /** Base URL of all other operations, without a trailing slash. */
  endpoint: z.string(),
  contact: z.object({
    website: z.string().nullable(),
    email: z.string().nullable(),
    telephone: z.string().nullable(),
    address: z.string().nullable(),
  }),
})

/** A capability that callers may request in the header `Octo-Capabilities`. */
export const OctoCapability = z.object({
  id: z.string(),
  revision: z.int(),
  /** True if every caller has to support it. */
  required: z.boolean(),
  /** Capabilities that it builds upon. */
  dependencies: z.array(z.string()),
  docs: z.string().nullable(),
})

const seats = {
  available: z.boolean(),
  status: z.enum(STATUSES),
  /** 9 = nine or more. */
  vacancies: z.int(),
  capacity: z.int().nullable(),
  openingHours: z.array(z.object({ from: z.string(), to: z.string() })),
}

/** Day with departures of the product. */
export const OctoCalendarDay = z.object({
  localDate: PlainDate,
  ...seats,
  unitPricingFrom: z.array(UnitPricing).optional(),
})
export type OctoCalendarDay = z.output<typeof OctoCalendarDay>

const Slot = z.object({
  id: z.string(),
  localDateTimeStart: z.string(),
  localDateTimeEnd: z.string(),
  allDay: z.literal(false),
})

/** Departure of a product. */
export const OctoAvailability = Slot.extend({
  utcCutoffAt: Instant,
  ...seats,
  maxUnits: z.int().nullable(),
  unitPricing: z.array(UnitPricing).optional(),
  /** Price of the requested units. */
  pricing: OctoPricing.optional(),
})
export type OctoAvailability = z.output<typeof OctoAvailability>

const Contact = z.object({
  fullName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  locales: z.array(z.string()),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  notes: z.string().nullable(),
})
export type OctoContact = z.output<typeof Contact>

const Ticket = z.object({
  redemptionMethod: z.literal('DIGITAL'),
  utcRedeemedAt: Instant.nullable(),
  /** Empty until the booking is confirmed. */
  deliveryOptions: z.array(z.object({ deliveryFormat: z.literal('QRCODE'), deliveryValue: z.string() })),
})
export type OctoTicket = z.output<typeof Ticket>

export const OctoBooking = z.object({
  id: Id,
  /** Chosen by the reseller; a repeated request with it has no further effect. */
  uuid: z.string(),
  testMode: z.boolean(),
  resellerReference: z.string().nullable(),
  /** Reference for the passenger. */
  supplierReference: z.string(),
  status: z.enum(BOOKING_STATUSES),
  utcCreatedAt: Instant,
  utcUpdatedAt: Instant,
  utcExpiresAt: Instant.nullable(),
  utcRedeemedAt: Instant.nullable(),
  utcConfirmedAt: Instant.nullable(),
  productId: z.string(),
  /** Omitted if the product is no longer sold. */
  product: OctoProduct.optional(),
  optionId: z.literal(OCTO_OPTION_ID),
  option: Option.optional(),
  cancellable: z.boolean(),
  cancellation: z
    .object({ refund: z.enum(['FULL', 'PARTIAL', 'NONE']), reason: z.string().nullable(), utcCancelledAt: Instant })
    .nullable(),
  freesale: z.literal(false),
  availabilityId: z.string().nullable(),
  availability: Slot.extend({ openingHours: seats.openingHours }).nullable(),
  contact: Contact,
  notes: z.string().nullable(),
  deliveryMethods: z.array(z.literal('TICKET')),
  voucher: Ticket.nullable(),
  unitItems: z.array(
    z.object({
      uuid: z.string(),
      resellerReference: z.string().nullable(),
      supplierReference: z.string().nullable(),
      unitId: z.string(),
      unit: Unit.optional(),
      status: z.enum(BOOKING_STATUSES),
      utcRedeemedAt: Instant.nullable(),
      contact: Contact,
      ticket: Ticket,
      /** Share of the unit in the price of the booking. */
      pricing: OctoPricing.optional(),
    }),
  ),
  pricing: OctoPricing.optional(),
})
export type OctoBooking = z.output<typeof OctoBooking>

/* Request bodies. Fields of unsupported capabilities are ignored. */

const prose = (maxChars: number) => z.string().trim().max(maxChars).nullish()
const text = (maxChars: number) => onOneLine(z.string().trim().max(maxChars)).nullish()
/** Maximum length of a language tag (RFC 5646, 4.4.1). */
const LOCALE_MAX_CHARS = 35
const ContactInput = z.object({
  fullName: text(120),
  firstName: text(60),
  lastName: text(60),
  emailAddress: text(254),
  phoneNumber: text(PHONE_TYPED_MAX_CHARS),
  locales: z.array(z.string().max(LOCALE_MAX_CHARS)).max(20).nullish(),
  postalCode: text(20),
  country: text(60),
  notes: prose(5000),
})
export type OctoContactInput = z.output<typeof ContactInput>

/** Maximum length of OCTO ids, which are composed of ids of this API. */
const OCTO_ID_MAX_CHARS = 200
const octoId = z.string().max(OCTO_ID_MAX_CHARS)

const UnitItemInput = z.object({
  uuid: Id.nullish(),
  unitId: octoId,
  resellerReference: text(64),
  contact: ContactInput.nullish(),
})
export type OctoUnitItemInput = z.output<typeof UnitItemInput>

const asked = { productId: octoId, optionId: octoId }
const units = z
  .array(z.object({ id: octoId, quantity: z.int().min(0).max(OCTO_BOOKING_UNITS_MAX) }))
  .max(OCTO_BOOKING_UNITS_MAX)
  .nullish()

export const OctoCalendarBody = z.object({ ...asked, localDateStart: PlainDate, localDateEnd: PlainDate, units })
export type OctoCalendarBody = z.output<typeof OctoCalendarBody>
export const OctoAvailabilityBody = z.object({
  ...asked,
  localDateStart: PlainDate.nullish(),
  localDateEnd: PlainDate.nullish(),
  availabilityIds: z.array(octoId).max(100).nullish(),
  units,
})
export type OctoAvailabilityBody = z.output<typeof OctoAvailabilityBody>

const booked = {
  resellerReference: text(64),
  notes: prose(5000),
  contact: ContactInput.nullish(),
  unitItems: z.array(UnitItemInput).max(OCTO_BOOKING_UNITS_MAX).nullish(),
}

/** Accepted but ignored: the contract sets the hold time. */
const expirationMinutes = z.number().nullish()

export const OctoReserveBody = z.object({
  uuid: Id.nullish(),
  ...asked,
  availabilityId: octoId.nullish(),
  expirationMinutes,
  ...booked,
})
export type OctoReserveBody = z.output<typeof OctoReserveBody>

export const OctoConfirmBody = z.object(booked)
export const OctoExtendBody = z.object({ expirationMinutes }).nullish()
export const OctoCancelBody = z.object({ reason: text(200) }).nullish()
export const OctoUpdateBody = z.object({
  productId: octoId.nullish(),
  optionId: octoId.nullish(),
  availabilityId: octoId.nullish(),
  expirationMinutes,
  ...booked,
})
export type OctoUpdateBody = z.output<typeof OctoUpdateBody>

export const OctoBookingsQuery = z.object({
  resellerReference: z.string().max(64).optional(),
  supplierReference: z.string().max(64).optional(),
  /** Days of travel at the place of departure. */
  localDate: PlainDate.optional(),
  localDateStart: PlainDate.optional(),
  localDateEnd: PlainDate.optional(),
  productId: octoId.optional(),
  optionId: z.string().max(64).optional(),
})
export type OctoBookingsQuery = z.output<typeof OctoBookingsQuery>
