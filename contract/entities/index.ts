// Written by `npm run resources` from what the entities say of themselves.
import type { AnyEntity } from '../core/entity'
import type { Resource } from '../core/vocabulary'
import { addon } from './addon'
import { allotment } from './allotment'
import { auditEvent } from './audit-event'
import { customer } from './customer'
import { fare } from './fare'
import { hireTariff } from './hire-tariff'
import { journey } from './journey'
import { mail } from './mail'
import { partner } from './partner'
import { payment } from './payment'
import { pricingRule } from './pricing-rule'
import { reservation } from './reservation'
import { route } from './route'
import { season } from './season'
import { shift } from './shift'
import { staff } from './staff'
import { staffAbsence } from './staff-absence'
import { station } from './station'
import { till } from './till'
import { user } from './user'
import { vehicle } from './vehicle'
import { vehicleDowntime } from './vehicle-downtime'
import { vehicleType } from './vehicle-type'

const BY_RESOURCE = {
  stations: station,
  vehicles: vehicle,
  'vehicle-types': vehicleType,
  routes: route,
  staff,
  customers: customer,
  journeys: journey,
  reservations: reservation,
  seasons: season,
  'pricing-rules': pricingRule,
  addons: addon,
  users: user,
  partners: partner,
  allotments: allotment,
  'audit-events': auditEvent,
  fares: fare,
  'hire-tariffs': hireTariff,
  mails: mail,
  payments: payment,
  shifts: shift,
  'staff-absences': staffAbsence,
  tills: till,
  'vehicle-downtimes': vehicleDowntime,
}

/** The entity of each resource, with its fields by name. */
export type Entities = typeof BY_RESOURCE

/** Every resource by its name. */
export const ENTITIES: Readonly<Record<Resource, AnyEntity>> = BY_RESOURCE

export * from './addon'
export * from './addon-units'
export * from './allotment'
export * from './audit-event'
export * from './auth'
export * from './customer'
export * from './fare'
export * from './hire-tariff'
export * from './journey'
export * from './mail'
export * from './notification'
export * from './notification-preferences'
export * from './partner'
export * from './partner-credential'
export * from './partner-invitation'
export * from './partner-member'
export * from './parts'
export * from './payment'
export * from './pricing-rule'
export * from './reservation'
export * from './reservation-parts'
export * from './route'
export * from './season'
export * from './shift'
export * from './staff'
export * from './staff-absence'
export * from './station'
export * from './till'
export * from './user'
export * from './vehicle'
export * from './vehicle-downtime'
export * from './vehicle-type'
export * from './waiting-entry'
