import { sql, type RawBuilder, type Selectable } from 'kysely'
import { HOLD_EXTENSIONS_MAX } from '../../../../../contract/core/limits/holds'
import type { PartnerTripDetail, TripEvent } from '../../../../../contract/partner/trips'
import type { Environment } from '../../../../../contract/core/vocabulary'
import type { HistoryEntry } from '../../../../crud/history'
import type { Reader, Tx } from '../../../../db/transaction'
import type { Database } from '../../../../db/tables'
import { groupBy } from '../../../../domain/group-by'
import type { Owner } from './owner'
import { getTrips } from './trip-list'

/** Locks a trip until the transaction ends and returns its environment; undefined for another partner's trip. */
export async function lockTrip(
  tx: Tx,
  { partnerId }: Owner,
  id: string,
): Promise<{ environment: Environment; version: number } | undefined> {
  const { rows } = await sql<{ environment: Environment; version: number }>`
    select environment, version from reservations where id = ${id} and partner_id = ${partnerId}
    for no key update`.execute(tx)
  return rows[0]
}

/** Returns the environment of the partner's trip; undefined for another partner's trip. */
export async function environmentOf(
  reader: Reader,
  { partnerId }: Owner,
  id: string,
): Promise<Environment | undefined> {
  const row = await reader
    .selectFrom('reservations')
    .select('environment')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row?.environment
}

export async function idWithReference(
  reader: Reader,
  { partnerId, environment }: Owner,
  partnerReference: string,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('reservations')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('environment', '=', environment)
    .where('partner_reference', '=', partnerReference)
    .executeTakeFirst()
  return row?.id
}

type More = Omit<PartnerTripDetail, keyof Awaited<ReturnType<typeof getTrips>>[number]>

/** Snapshot of a trip, made by `keptTrip`. */
export interface TripSnapshot {
  reservation: Owned & { id: string; reference: string; partner_reference: string | null }
  legs: object[] | null
  passengers: object[] | null
}

interface Owned {
  partner_id: string
  environment: Environment
}

/** Returns SQL for a snapshot of a trip in its current state; null when it is not a partner's trip. */
export const tripSnapshot = (id: RawBuilder<string>): RawBuilder<unknown> => sql`(
  select jsonb_build_object(
    'reservation', to_jsonb(r) - ${HIDDEN_COLUMNS}::text[],
    'legs', (select jsonb_agg(to_jsonb(l)) from reservation_legs l where l.reservation_id = r.id),
    'passengers', (select jsonb_agg(to_jsonb(p)) from reservation_passengers p where p.reservation_id = r.id))
  from reservations r where r.id = ${id} and r.partner_id is not null)`

/** Columns that are not visible to partners, including the long ones. */
const HIDDEN_COLUMNS = ['search_text', 'internal_notes', 'hire', 'kept_sale', 'cancelled_from']

/** Returns a snapshot as the rows of a table. */
const snapshotRows = <T extends keyof Database>(table: T, rows: readonly object[] | null) =>
  sql<Selectable<Database[T]>>`
    (select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows ?? [])}::jsonb))`

/** Returns the trips of one owner from snapshots, each with its legs and passengers. */
export const getSnapshotDetails = (
  reader: Reader,
  owner: Owner,
  snapshot: readonly TripSnapshot[],
): Promise<PartnerTripDetail[]> =>
  getTripDetails(
    reader,
    owner,
    snapshot.map(({ reservation }) => reservation.id),
    snapshot,
  )

/** Returns trips with legs and passengers; trips of other owners are omitted. */
export async function getTripDetails(
  reader: Reader,
  owner: Owner,
  ids: readonly string[],
  snapshot?: readonly TripSnapshot[],
): Promise<PartnerTripDetail[]> {
  const reservations =
    snapshot &&
    snapshotRows(
      'reservations',
      snapshot.map(({ reservation }) => reservation),
    )
  const source = reservations ? reader.with('reservations', () => reservations) : reader
  const trips = await getTrips(source, owner, ids)
  if (trips.length === 0) return []
  const { rows } = await sql<Omit<More, 'legs' | 'passengers'> & { id: string }>`
    select id, lead_phone, lead_email, locale, flight, customer_notes, return_of_id, addons, price_lines, price_hash,
      greatest(0, ${HOLD_EXTENSIONS_MAX} - hold_extensions) as hold_extensions_left,
      cancelled_at, cancel_reason, cancellation_fee_minor
    from ${reservations ?? sql`reservations`} r where id = any(${[...ids]}::uuid[])`.execute(reader)
  const more = new Map(rows.map((row) => [row.id, row]))
  const all = <R>(of: (trip: TripSnapshot) => R[] | null) => snapshot?.flatMap((trip) => of(trip) ?? [])
  const [snapshotLegs, snapshotPassengers] = [all(({ legs }) => legs), all(({ passengers }) => passengers)]
  const legs = await legsOf(
    reader,
    ids,
    snapshotLegs ? snapshotRows('reservation_legs', snapshotLegs) : sql`reservation_legs`,
  )
  const passengers = await passengersOf(
    reader,
    ids,
    snapshotPassengers ? snapshotRows('reservation_passengers', snapshotPassengers) : sql`reservation_passengers`,
  )
  return trips.flatMap((trip) => {
    const rest = more.get(trip.id)
    if (!rest) return []
    return [{ ...trip, ...rest, legs: legs.get(trip.id) ?? [], passengers: passengers.get(trip.id) ?? [] }]
  })
}

interface OfReservation {
  reservation_id: string
}

async function legsOf(
  reader: Reader,
  ids: readonly string[],
  from: RawBuilder<unknown>,
): Promise<Map<string, PartnerTripDetail['legs']>> {
  const place = (call: string, station: string) =>
    sql.raw(`json_build_object('id', ${call}.station_id, 'name', ${station}.name, 'timezone', ${station}.timezone)`)
  const { rows } = await sql<PartnerTripDetail['legs'][number] & OfReservation>`
    select l.reservation_id, l.journey_id, l.board_seq, l.alight_seq,
      coalesce(l.direction, 'outbound') as direction, j.code as journey_code, r.name as route_name,
      j.service_status, ${place('b', 'bs')} as origin, ${place('a', 'as_')} as destination,
      b.planned_depart as departs_at, a.planned_arrive as arrives_at, b.expected_depart as expected_departs_at, b.platform
    from ${from} l
    join journeys j on j.id = l.journey_id
    join routes r on r.id = j.route_id
    join journey_calls b on b.journey_id = l.journey_id and b.seq = l.board_seq
    join journey_calls a on a.journey_id = l.journey_id and a.seq = l.alight_seq
    join stations bs on bs.id = b.station_id
    join stations as_ on as_.id = a.station_id
    where l.reservation_id = any(${[...ids]}::uuid[]) order by l.reservation_id, l.position`.execute(reader)
  return byReservation(rows)
}

async function passengersOf(
  reader: Reader,
  ids: readonly string[],
  from: RawBuilder<unknown>,
): Promise<Map<string, PartnerTripDetail['passengers']>> {
  const { rows } = await sql<PartnerTripDetail['passengers'][number] & OfReservation>`
    select reservation_id, position, category, name, needs, status from ${from} p
    where reservation_id = any(${[...ids]}::uuid[]) order by reservation_id, position`.execute(reader)
  return byReservation(rows)
}

function byReservation<R extends OfReservation>(rows: readonly R[]): Map<string, Omit<R, 'reservation_id'>[]> {
  const groups = groupBy(rows, (row) => row.reservation_id)
  return new Map([...groups].map(([id, own]) => [id, own.map(({ reservation_id: _, ...row }) => row)]))
}

interface StoredEvent extends Pick<TripEvent, 'at' | 'reason'>, HistoryEntry {
  action: string
  actor_kind: 'user' | 'partner' | 'system'
}

/** Returns the stored audit entries of a reservation, oldest first. */
export async function historyOf(reader: Reader, id: string): Promise<StoredEvent[]> {
  return reader
    .selectFrom('audit_events')
    .select(['id', 'entity_type', 'entity_id', 'at', 'action', 'actor_kind', 'reason', 'changes'])
    .where('entity_type', '=', 'reservations')
    .where('entity_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
