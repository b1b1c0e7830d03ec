import { uuidv7 } from 'uuidv7'
import { PARTNER_CREDENTIAL_EXPIRING_DAYS, PARTNER_SEATS_SHOWN_MAX } from '../../../../contract/core/limits/partner-api'
import type { WEBHOOK_MESSAGE_TYPES, WebhookEvent } from '../../../../contract/partner/webhook-events'
import type { Environment } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import { inTransaction, type Reader, type Tx } from '../../../db/transaction'
import { groupBy } from '../../../domain/group-by'
import { journeyEvent, tripEvent, type PartnerEvent, type Written } from '../../../domain/webhooks/events'
import type { Follower, FollowerInOrder } from '../../feature'
import { insertDeliveries, type NewDelivery } from './repository/deliveries'
import * as outbox from './repository/outbox'
import type { AffectedJourney, Listener, OpenJourney, OwnedTrip } from './repository/outbox'

const DAY_MS = 86_400_000
const SEATS_CHANGED = 'journeys.seats_changed'

/** Snapshot of a trip at the commit. */
interface TripSnapshot {
  reservation: OwnedTrip
}

type Owner = ReturnType<typeof ownerOf>

interface Deps {
  /** Returns trips from snapshots, as their partner saw them at that time. */
  readTrips: (reader: Reader, owner: Owner, snapshot: readonly TripSnapshot[]) => Promise<{ id: string }[]>
  now: () => Date
}

/** Returns the JSON body of a message. */
export const messageBody = (
  type: (typeof WEBHOOK_MESSAGE_TYPES)[number],
  environment: Environment,
  at: Date,
  data: Record<string, unknown>,
): string => JSON.stringify({ type, timestamp: at.toISOString(), environment, data })

export type Outbox = ReturnType<typeof createOutbox>

/** Creates the outbox, which writes messages to partners after the commit of the changes. */
export function createOutbox({ readTrips, now }: Deps) {
  /** Notifies partners of changes of trips, and of journeys with their trips. */
  const notifyOfRecords: FollowerInOrder = async (tx, records) => {
    const all = await outbox.listeners(tx)
    if (all.length === 0) return
    const trips = records.flatMap(({ type, changes, kept: snapshot }) =>
      type === 'reservations' ? tripNotifications(changes, snapshot as TripSnapshot, all) : [],
    )
    for (const own of groupBy(trips, ({ snapshot }) => ownerKey(snapshot.reservation)).values())
      await notifyOfTrips(tx, own)
    for (const { type, changes, kept: snapshot } of records)
      if (type === 'journeys') await notifyOfJourney(tx, changes, snapshot as AffectedJourney, all)
  }

  /** Notifies one partner in one environment of changes of its trips. */
  async function notifyOfTrips(tx: Tx, trips: readonly TripNotification[]): Promise<void> {
    const [first] = trips
    if (!first) return
    const owner = ownerOf(first.snapshot.reservation)
    const snapshots = trips.map(({ snapshot }) => snapshot)
    const ids = snapshots.map(({ reservation }) => reservation.id)
    const sequences = await outbox.nextSequences(tx, owner, ids)
    const read = new Map((await readTrips(tx, owner, snapshots)).map((trip) => [trip.id, trip]))
    const messages = trips.flatMap(({ snapshot: { reservation: trip }, event, listeners }) => {
      const data = { trip: read.get(trip.id), previous: event.previous, sequence: sequences.get(trip.id) }
      return messagesTo(listeners, event.type, data, { objectId: trip.id, trip })
    })
    await insertDeliveries(tx, messages)
  }

  async function notifyOfJourney(
    tx: Tx,
    changes: readonly Written[],
    snapshot: AffectedJourney,
    all: readonly Listener[],
  ) {
    const event = journeyEvent(changes)
    if (event) await notifyTravellers(tx, snapshot, event, all)
  }

  /** Notifies partners of seats that changed in a transaction, with the current numbers. */
  const notifyOfSeats: Follower = async (tx, events) => {
    const ids = events.flatMap(({ entry }) => (entry.action === SEATS_CHANGED && entry.entity ? [entry.entity.id] : []))
    if (ids.length === 0) return
    const watching = await outbox.listeners(tx, 'availability.changed')
    if (watching.length === 0) return
    for (const journey of await outbox.journeysBy(tx, [...new Set(ids)])) await notifySellers(tx, journey, watching)
  }

  /** Notifies each partner and environment with trips on the journey. */
  async function notifyTravellers(
    tx: Tx,
    { trips, ...journey }: AffectedJourney,
    event: PartnerEvent,
    all: readonly Listener[],
  ): Promise<void> {
    for (const own of groupBy(trips, ownerKey).values()) {
      const [first] = own
      const listeners = first ? all.filter((one) => listensTo(one, first, event.type)) : []
      if (!first || listeners.length === 0) continue
      const owner = ownerOf(first)
      const sequence = await outbox.nextSequence(tx, { ...owner, objectId: journey.id })
      const data = { journey, trips: own.map(named), previous: event.previous, sequence }
      await write(tx, listeners, event.type, data, { objectId: journey.id })
    }
  }

  /** Notifies partners that may sell the journey. A message that is not yet sent is updated instead of a second one. */
  async function notifySellers(tx: Tx, journey: OpenJourney, watching: readonly Listener[]) {
    const type = 'availability.changed'
    for (const one of watching) {
      if (one.allowed_route_ids.length > 0 && !one.allowed_route_ids.includes(journey.route_id)) continue
      const owner = { partnerId: one.partner_id, environment: one.environment }
      const sequence = await outbox.nextSequence(tx, { ...owner, objectId: journey.id })
      // Read under the lock of the sequence, so that a higher number always has later seats.
      const legs = (await outbox.seatsOf(tx, journey.id)).map(({ seq, left }) => ({
        from_seq: seq,
        seats_left: Math.min(left, PARTNER_SEATS_SHOWN_MAX),
      }))
      const data = { journey, legs, sequence }
      const payload = messageBody(type, one.environment, now(), data)
      const isRenewed = await outbox.renewWaiting(tx, { endpointId: one.id, type, objectId: journey.id, payload })
      if (!isRenewed) await write(tx, [one], type, data, { objectId: journey.id })
    }
  }

  const write = async (tx: Tx, ...message: Parameters<typeof messagesTo>) =>
    void (await insertDeliveries(tx, messagesTo(...message)))

  function messagesTo(
    listeners: readonly Listener[],
    type: WebhookEvent,
    data: Record<string, unknown>,
    about: { objectId: string; trip?: OwnedTrip },
  ): NewDelivery[] {
    const at = now()
    return listeners.map(({ id, partner_id, environment }) => ({
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
    }))
  }

  /** Notifies partners once of keys that expire soon. */
  async function notifyOfExpiringKeys(db: Db): Promise<void> {
    await inTransaction(db, async (tx) => {
      const until = new Date(now().getTime() + PARTNER_CREDENTIAL_EXPIRING_DAYS * DAY_MS)
      const keys = await outbox.takeExpiring(tx, now(), until)
      if (keys.length === 0) return
      const all = await outbox.listeners(tx)
      for (const { partner_id, environment, ...credential } of keys) {
        const listeners = all.filter((one) => listensTo(one, { partner_id, environment }, 'credential.expiring'))
        await write(tx, listeners, 'credential.expiring', { credential }, { objectId: credential.id })
      }
    })
  }

  /** Notifies the partner of a test trip of a simulated change of its journey. */
  async function notifyOfSandboxJourney(
    tx: Tx,
    tripId: string,
    type: WebhookEvent,
    changes: Record<string, unknown>,
  ): Promise<void> {
    const all = await outbox.listeners(tx)
    const journey = await outbox.journeyOf(tx, tripId)
    if (!journey) return
    const trips = journey.trips.filter(({ id, environment }) => id === tripId && environment === 'test')
    const previous = Object.fromEntries(Object.keys(changes).map((field) => [field, journey[field as 'delay_min']]))
    await notifyTravellers(tx, { ...journey, ...changes, trips }, { type, previous }, all)
  }

  return { notifyOfRecords, notifyOfSeats, notifyOfExpiringKeys, notifyOfSandboxJourney }
}

const listensTo = (one: Listener, about: Pick<OwnedTrip, 'partner_id' | 'environment'>, type: WebhookEvent): boolean =>
  one.partner_id === about.partner_id && one.environment === about.environment && one.events.includes(type)

/** An event of a trip with its recipients. */
interface TripNotification {
  snapshot: TripSnapshot
  event: PartnerEvent
  listeners: Listener[]
}

function tripNotifications(
  changes: readonly Written[],
  snapshot: TripSnapshot,
  all: readonly Listener[],
): TripNotification[] {
  const event = tripEvent(changes)
  const listeners = event ? all.filter((one) => listensTo(one, snapshot.reservation, event.type)) : []
  return event && listeners.length > 0 ? [{ snapshot, event, listeners }] : []
}

const ownerOf = ({ partner_id, environment }: OwnedTrip) => ({ partnerId: partner_id, environment })
const ownerKey = ({ partner_id, environment }: OwnedTrip) => `${partner_id} ${environment}`

const named = ({ id, reference, partner_reference }: OwnedTrip) => ({ id, reference, partner_reference })
