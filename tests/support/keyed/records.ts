import { RESOURCES, type Resource } from '../../../contract/core/vocabulary'
import type { Json } from '../api'
import type { Booking } from '../booking'
import { bodies, make } from '../factories'
import type { KeyedCalls } from './call'

type Made = keyof typeof bodies

/** A field of each resource with a new value. */
const CHANGES: Readonly<Record<Made, Json>> = {
  stations: { city: 'Paphos' },
  'vehicle-types': { luggage_units: 61 },
  vehicles: { year: 2022 },
  routes: { name: { en: 'City to airport' } },
  staff: { last_name: 'Ioannou' },
  customers: { last_name: 'Ioannou' },
  journeys: { notes: 'Front door' },
  reservations: { lead_name: 'Eva Ruiz' },
  seasons: { name: { en: 'Spring' } },
  'pricing-rules': { name: { en: 'Spring surcharge' } },
  addons: { amount_minor: 600 },
  users: { role: 'viewer' },
  partners: { legal_name: 'Moon Travel Ltd' },
  fares: { amount_minor: 1000 },
  tills: { name: 'Kiosk' },
  'hire-tariffs': { base_minor: 2000 },
  'vehicle-downtimes': { kind: 'inspection' },
  'staff-absences': { kind: 'sick' },
  shifts: { ends_at: '2030-05-20T15:00:00Z' },
  allotments: { seats: 5 },
}

const isMade = (resource: Resource): resource is Made => resource in bodies

/** Returns the calls that create, change and delete a record of each resource. */
export function recordCalls(desk: Booking): KeyedCalls {
  const calls = RESOURCES.filter(isMade).flatMap((resource) => {
    const name = resource.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
    const one = async () => ({ id: (await make(desk.admin, resource))['id'] })
    return Object.entries<KeyedCalls[string]>({
      [`create${name}`]: async () => ({ as: desk.admin, body: await bodies[resource](desk.admin) }),
      [`patch${name}`]: async () => ({ as: desk.admin, params: await one(), body: CHANGES[resource] }),
      [`delete${name}`]: async () => ({ as: desk.admin, params: await one() }),
    })
  })
  return Object.fromEntries(calls)
}
