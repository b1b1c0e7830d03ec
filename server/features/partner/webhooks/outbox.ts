import { uuidv7 } from 'uuidv7'
import { PARTNER_CREDENTIAL_EXPIRING_DAYS, PARTNER_SEATS_TOLD_MAX } from '../../../../contract/core/limits'
import type { WEBHOOK_MESSAGE_TYPES } from '../../../../contract/partner/webhooks'
import type { Environment, WebhookEvent } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import { inTransaction, type Noted, type Reader, type Tx } from '../../../db/transaction'
import { journeyEvent, tripEvent, type Told, type Written } from '../../../domain/partner-events/events'
import { insertDelivery } from './repository/deliveries'
import * as outbox from './repository/outbox'
import type { AffectedJourney, Listener, OwnedTrip } from './repository/outbox'

const DAY_MS = 86_400_000
const SEATS_CHANGED = 'journeys.seats_changed'

interface Settings {
  /** A trip as its partner sees it. */
  readTrip: (reader: Reader, owner: { partnerId: string; environment: Environment }, id: string) => Promise<unknown>
  now: () => Date
}

/** The body of a message, as text. */
export const messageBody = (
  type: (typeof WEBHOOK_MESSAGE_TYPES)[number],
  environment: Environment,
  at: Date,
  data: Record<string, unknown>,
): string => JSON.stringify({ type, timestamp: at.toISOString(), environment, data })

export type Outbox = ReturnType<typeof createOutbox>

/** Writes messages to partners in the transaction of what they tell of: there is none of what was taken back. */
export function createOutbox({ readTrip, now }: Settings) {
  async function settle(tx: Tx, noted: readonly Noted[]): Promise<void> {
    const trips = grouped(noted, 'reservations')
    const journeys = grouped(noted, 'journeys')
    if (trips.size === 0 && journeys.size === 0) return
    const all = await outbox.listeners(tx)
    if (all.length === 0) return
    await tellOfTrips(tx, trips, all)
    await tellOfJourneys(tx, journeys, all)
  }

  async function tellOfTrips(tx: Tx, written: ReadonlyMap<string, Written[]>, all: readonly Listener[]): Promise<void> {
    const told = new Map([...written].flatMap(([id, changes]) => withId(id, tripEvent(changes))))
    if (told.size === 0) return
    for (const trip of await outbox.tripsAmong(tx, [...told.keys()], partnersOf(all))) {
      const event = told.get(trip.id)
      const hearing = event ? all.filter((one) => hears(one, trip, event.type)) : []
      if (!event || hearing.length === 0) continue
      const owner = { partnerId: trip.partner_id, environment: trip.environment }
      const sequence = await outbox.nextSequence(tx, { ...owner, objectId: trip.id })
      const data = { trip: await readTrip(tx, owner, trip.id), previous: event.previous, sequence }
      await write(tx, hearing, event.type, data, { objectId: trip.id, trip })
    }
  }

  async function tellOfJourneys(
    tx: Tx,
    written: ReadonlyMap<string, Written[]>,
    all: readonly Listener[],
  ): Promise<void> {
    const told = new Map([...written].flatMap(([id, changes]) => withId(id, journeyEvent(changes))))
    const reseated = [...written].filter(([, changes]) => changes.some(({ action }) => action === SEATS_CHANGED))
    const watching = all.filter(({ events }) => events.includes('availability.changed'))
    const ids = [...told.keys(), ...(watching.length > 0 ? reseated.map(([id]) => id) : [])]
    if (ids.length === 0) return
    for (const journey of await outbox.journeysWithTrips(tx, ids, partnersOf(all))) {
      const event = told.get(journey.id)
      if (event) await tellTravellers(tx, journey, event, all)
      if (written.get(journey.id)?.some(({ action }) => action === SEATS_CHANGED))
        await tellSellers(tx, journey, watching)
    }
  }

  /** Each partner, and each environment of it, that has trips on the journey. */
  async function tellTravellers(
    tx: Tx,
    { trips, ...journey }: AffectedJourney,
    event: Told,
    all: readonly Listener[],
  ): Promise<void> {
    for (const own of byOwner(trips)) {
      const [first] = own
      const hearing = first ? all.filter((one) => hears(one, first, event.type)) : []
      if (!first || hearing.length === 0) continue
      const owner = { partnerId: first.partner_id, environment: first.environment }
      const sequence = await outbox.nextSequence(tx, { ...owner, objectId: journey.id })
      const data = { journey, trips: own.map(named), previous: event.previous, sequence }
      await write(tx, hearing, event.type, data, { objectId: journey.id })
    }
  }

  /** Whoever may sell the journey; seats that change again before anybody was told are told once. */
  async function tellSellers(tx: Tx, { trips: _, ...journey }: AffectedJourney, watching: readonly Listener[]) {
    const type = 'availability.changed'
    const legs = (await outbox.seatsOf(tx, journey.id)).map(({ seq, left }) => ({
      from_seq: seq,
      seats_left: Math.min(left, PARTNER_SEATS_TOLD_MAX),
    }))
    for (const one of watching) {
      if (one.allowed_route_ids.length > 0 && !one.allowed_route_ids.includes(journey.route_id)) continue
      const owner = { partnerId: one.partner_id, environment: one.environment }
      const sequence = await outbox.nextSequence(tx, { ...owner, objectId: journey.id })
      const data = { journey, legs, sequence }
      const payload = messageBody(type, one.environment, now(), data)
      const isRenewed = await outbox.renewWaiting(tx, { endpointId: one.id, type, objectId: journey.id, payload })
      if (!isRenewed) await write(tx, [one], type, data, { objectId: journey.id })
    }
  }

  async function write(
    tx: Tx,
    hearing: readonly Listener[],
    type: WebhookEvent,
    data: Record<string, unknown>,
    about: { objectId: string; trip?: OwnedTrip },
  ): Promise<void> {
    const at = now()
    for (const { id, partner_id, environment } of hearing)
      await insertDelivery(tx, {
        id: uuidv7(),
        created_at: at.toISOString(),
        endpoint_id: id,
        partner_id,
        environment,
        type,
        object_id: about.objectId,
        trip_reference: about.trip?.reference ?? null,
        partner_reference: about.trip?.partner_reference ?? null,
        payload: messageBody(type, environment, at, data),
      })
  }

  /** Tells of keys that run out soon, once. */
  async function tellOfKeys(db: Db): Promise<void> {
    await inTransaction(db, async (tx) => {
      const until = new Date(now().getTime() + PARTNER_CREDENTIAL_EXPIRING_DAYS * DAY_MS)
      const keys = await outbox.takeExpiring(tx, now(), until)
      if (keys.length === 0) return
      const all = await outbox.listeners(tx)
      for (const { partner_id, environment, ...credential } of keys) {
        const hearing = all.filter((one) => hears(one, { partner_id, environment }, 'credential.expiring'))
        await write(tx, hearing, 'credential.expiring', { credential }, { objectId: credential.id })
      }
    })
  }

  /** Tells the partner of a test trip what did not happen to its journey. */
  async function tellOfRehearsed(
    tx: Tx,
    tripId: string,
    type: WebhookEvent,
    changes: Record<string, unknown>,
  ): Promise<void> {
    const all = await outbox.listeners(tx)
    const [journey] = await outbox.journeysWithTrips(tx, await outbox.journeysOf(tx, tripId), partnersOf(all))
    if (!journey) return
    const trips = journey.trips.filter(({ id, environment }) => id === tripId && environment === 'test')
    const previous = Object.fromEntries(Object.keys(changes).map((field) => [field, journey[field as 'delay_min']]))
    await tellTravellers(tx, { ...journey, ...changes, trips }, { type, previous }, all)
  }

  return { settle, tellOfKeys, tellOfRehearsed }
}

function grouped(noted: readonly Noted[], type: 'reservations' | 'journeys'): Map<string, Written[]> {
  const byId = new Map<string, Written[]>()
  for (const { action, changes = [], entity } of noted) {
    if (entity.type !== type) continue
    byId.set(entity.id, [...(byId.get(entity.id) ?? []), { action, changes }])
  }
  return byId
}

const withId = (id: string, told: Told | null): [string, Told][] => (told ? [[id, told]] : [])

const partnersOf = (all: readonly Listener[]) => [...new Set(all.map(({ partner_id }) => partner_id))]

const hears = (one: Listener, about: Pick<OwnedTrip, 'partner_id' | 'environment'>, type: WebhookEvent): boolean =>
  one.partner_id === about.partner_id && one.environment === about.environment && one.events.includes(type)

function byOwner(trips: readonly OwnedTrip[]): OwnedTrip[][] {
  const owners = new Map<string, OwnedTrip[]>()
  for (const trip of trips) {
    const key = `${trip.partner_id} ${trip.environment}`
    owners.set(key, [...(owners.get(key) ?? []), trip])
  }
  return [...owners.values()]
}

const named = ({ id, reference, partner_reference }: OwnedTrip) => ({ id, reference, partner_reference })
