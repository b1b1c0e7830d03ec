import { sql } from 'kysely'
import { journey, type Journey } from '../../../contract/entities/journey'
import type { Row, StoreOptions, Values, Write } from '../../crud/store-options'
import { release } from '../../kernel/allocations'
import { audit, diff } from '../../kernel/audit'
import { nameOperators } from '../../kernel/operators'
import { passCapacityOn } from '../../kernel/seats'
import type { Reader, Tx } from '../../db/transaction'
import { unlawfulJourney } from '../../kernel/unlawful'
import { availabilityStatus } from '../../domain/availability/availability-status'
import { aboveSeats, belowSold, limitAfter, seatsForSale } from '../../domain/journeys/capacity'
import { NO_SPACE } from '../../domain/availability/space'
import { DELETABLE, keepsResources, lateChanges, stepIssues } from '../../domain/journeys/service-status'
import { JOURNEY_WAYS } from '../../domain/journeys/ways'
import type { Context } from '../../http/context'
import { refuseOverride, settleOverride, settleWarnings } from '../../http/overrides'
import { invalid, wrongState } from '../../http/refusal'
import {
  ASSIGNED,
  allocateOrSuggest,
  assignmentIssues,
  equipmentOf,
  jobOf,
  limitIssues,
  lockAssigned,
  othersFor,
  reachIssues,
  stretchJourney,
  type Equipment,
} from './repository/assignment'
import { missesNext } from './repository/clashes'
import { breaksConnections, missedConnections } from './repository/connections'
import { refuseFarmedOut, refuseOperator } from './repository/operator'
import { isShort, whoStands } from './repository/fit'
import { planJourney, writeCalls } from './repository/plan'
import { foresee, refusePassengers, refuseReservations, stampArrival, stampDeparture } from './repository/progress'

export const journeysStore: StoreOptions<Journey> = {
  entity: journey,
  table: 'journeys',
  label: (row) => String(row['code']),
  withoutColumn: ['availability_status', 'operated_by', 'calls', 'legs'],
  blockedBy: [
    {
      resource: 'allotments',
      table: 'allotments join partners on partners.id = allotments.partner_id',
      id: 'allotments.id',
      column: 'journey_id',
      label: 'partners.code',
    },
  ],
  filters: {
    station_id: (id: string) =>
      sql<boolean>`t.id in (select c.journey_id from journey_calls c where c.station_id = ${id})`,
    misses_next: missesNext,
    is_short: isShort,
    is_unlawful: unlawfulJourney,
    breaks_connections: breaksConnections,
  },
  complete: async (reader, rows) => {
    await nameOperators(reader, rows)
    for (const row of rows) row['availability_status'] = availabilityStatus(row)
  },
  completeOne: addCallsAndLegs,
  ways: JOURNEY_WAYS,
  prepare: (tx, write) => (write.current ? prepareChange(tx, write, write.current) : prepareNew(tx, write)),
  stored: (tx, id, write) => (write.current ? storeChange(tx, id, write, write.current) : storeNew(tx, id)),
  removing: async (tx, current) => {
    if (!DELETABLE.includes(current.service_status))
      throw wrongState([
        {
          path: 'service_status',
          message: `${current.code} is ${current.service_status.replaceAll('_', ' ')}, so it stays in the records.`,
        },
      ])
    refuseFarmedOut(current)
    await refuseReservations(tx, current)
    await release(tx, 'journey', current.id)
  },
}

async function addCallsAndLegs(reader: Reader, row: Row): Promise<void> {
  row['calls'] = await reader
    .selectFrom('journey_calls')
    .selectAll()
    .where('journey_id', '=', row.id)
    .orderBy('seq')
    .execute()
  row['legs'] = await reader
    .selectFrom('journey_legs')
    .selectAll()
    .where('journey_id', '=', row.id)
    .orderBy('leg_seq')
    .execute()
}

const NOTHING = { seats: 0, ...NO_SPACE }

async function prepareNew(tx: Tx, { next, input, context }: Write): Promise<Values> {
  const wish = next as Journey
  const plan = await planJourney(tx, wish)
  await lockAssigned(tx, wish)
  const equipment = await equipmentOf(tx, wish)
  const asked = input['capacity'] as number | null
  if (asked !== null) refuse(aboveSeats(asked, equipment.seats))
  const job = { ...plan, delay_min: wish.delay_min, taken: NOTHING }
  const issues = await assignmentIssues(tx, wish, equipment, job, new Set(ASSIGNED))
  if (issues.length > 0) throw wrongState(issues)
  const way = { ...job, id: null }
  settleOverride(await limitIssues(tx, wish, way, new Set(ASSIGNED)), undefined, context)
  const unlikely = await reachIssues(tx, wish, equipment, way, new Set(ASSIGNED))
  const { licenceCategories } = equipment
  const toFill = {
    from: plan.departs_at,
    to: plan.arrives_at,
    stationId: plan.origin_station_id,
    aboard: NOTHING,
    licenceCategories,
    timezone: plan.timezone,
  }
  await settleWarnings(unlikely, input['accept_warnings'] === true, othersFor(tx, toFill, wish))
  const { seats, places } = equipment
  const capacity_limit = limitAfter(null, asked, seats)
  return { ...plan, ...places, seats, capacity_limit, capacity: capacity_limit ?? seats }
}

async function storeNew(tx: Tx, id: string): Promise<void> {
  await writeCalls(tx, id)
  await allocateOrSuggest(tx, id)
}

/** How far somebody may go beyond what is usual. */
export interface Leave {
  /** Why limits of driving and rest may be passed. */
  overrideReason?: string | undefined
  /** What hardly works is meant. */
  acceptsWarnings?: boolean | undefined
}

export async function prepareChange(
  tx: Tx,
  { next: values, input, context }: Write,
  current: Journey,
  leave: Leave = { acceptsWarnings: input['accept_warnings'] === true },
): Promise<Values> {
  const next: Journey = { ...current, ...values }
  const way = JOURNEY_WAYS.between(current.service_status, next.service_status)
  const late = lateChanges(current, input)
  if (late.length > 0) throw wrongState(late)
  if (way) {
    const issues = stepIssues(next.service_status, current.service_status, next, current.departs_at, context.now())
    if (issues.length > 0) throw wrongState(issues)
    if (way.to === 'cancelled') {
      refuseOverride('cancel_journey', context, 'Your role may not cancel a departure. Ask a manager.')
      await refusePassengers(tx, current, context)
    }
  }
  const isBack = way?.effect === 'taken'
  await refuseOperator(tx, current, next, isBack)
  return {
    ...(await prepareEquipment(tx, { current, next, input, isBack, context, leave })),
    ...(way?.effect === 'under_way' && { sales_status: 'closed' }),
    ...(isBack && { cancel_reason: null }),
  }
}

interface EquipmentChange {
  current: Journey
  next: Journey
  input: Values
  /** It runs again after it was cancelled. */
  isBack: boolean
  context: Context
  leave: Leave
}

/** Checks another vehicle, people or capacity. @returns the seats and places that they leave. */
async function prepareEquipment(
  tx: Tx,
  { current, next, input, isBack, context, leave }: EquipmentChange,
): Promise<Values> {
  const changed = new Set(diff({ ...current }, { ...next }, ['vehicle_type_id', ...ASSIGNED]).map(({ field }) => field))
  const isOtherVehicle = changed.has('vehicle_type_id') || changed.has('vehicle_id')
  const asked = input['capacity'] as number | null | undefined
  const touchesSeats =
    asked !== undefined ||
    next.overbooking_allowance !== current.overbooking_allowance ||
    next.operated_by_partner_id !== current.operated_by_partner_id
  if (changed.size === 0 && !touchesSeats && !isBack) return {}

  await lockAssigned(tx, next)
  const equipment = await equipmentOf(tx, next)
  const toCheck = ASSIGNED.filter((field) => changed.has(field) || isBack || (isOtherVehicle && field !== 'vehicle_id'))
  const job = { ...current, delay_min: next.delay_min, taken: takenOn(current) }
  const issues = keepsResources(next.service_status)
    ? await assignmentIssues(tx, next, equipment, job, new Set(toCheck))
    : []
  if (issues.length > 0) {
    const blockers = changed.has('vehicle_id') ? await whoStands(tx, current.id, equipment) : null
    throw wrongState(issues, blockers ? { blockers } : {})
  }
  if (keepsResources(next.service_status)) {
    settleOverride(await limitIssues(tx, next, job, new Set(toCheck)), leave.overrideReason, context)
    const given = new Set(ASSIGNED.filter((field) => changed.has(field)))
    const unlikely = await reachIssues(tx, next, equipment, job, given)
    const others = async (field: string) => othersFor(tx, await jobOf(tx, current.id), next)(field)
    await settleWarnings(unlikely, leave.acceptsWarnings === true, others)
  }

  return prepareSeats(current, next, asked, equipment)
}

const takenOn = (journey: Journey) => ({
  seats: journey.peak_load,
  wheelchairs: journey.peak_wheelchairs,
  child_seats: journey.peak_child_seats,
  luggage_units: journey.peak_luggage_units,
})

/** What is for sale with what runs the journey now. @throws Refusal when a choice leaves less than is sold */
function prepareSeats(
  current: Journey,
  next: Journey,
  asked: number | null | undefined,
  equipment: Pick<Equipment, 'seats' | 'places'>,
): Values {
  // Whatever another company comes with, what is for sale stays.
  const { seats, ...places } =
    next.operated_by_partner_id === null ? { ...equipment.places, seats: equipment.seats } : placesOf(current)
  const limit = limitAfter({ capacity: current.capacity, limit: current.capacity_limit }, asked, seats)
  const isChosen = asked !== undefined && asked !== null && asked !== current.capacity
  if (isChosen) refuse(aboveSeats(asked, seats))
  const { overbooking_allowance: overbooking } = next
  const sale = { seats, limit, overbooking, peakLoad: current.peak_load }
  const missing = isChosen || overbooking < current.overbooking_allowance ? belowSold(sale) : []
  if (missing.length > 0) throw wrongState(missing)
  return { ...places, seats, capacity_limit: limit, capacity: seatsForSale(sale) }
}

const placesOf = ({ seats, wheelchair_spaces, child_seats, luggage_units }: Journey) => ({
  seats,
  wheelchair_spaces,
  child_seats,
  luggage_units,
})

export async function storeChange(
  tx: Tx,
  id: string,
  { next: values, context }: Write,
  current: Journey,
): Promise<void> {
  const next = values as Journey
  const now = context.now().toISOString()
  await passCapacityOn(tx, id)
  if (next.delay_min !== current.delay_min) await foreseeDelay(tx, current, next.delay_min, context)
  const effect = JOURNEY_WAYS.between(current.service_status, next.service_status)?.effect
  if (effect === 'released') await release(tx, 'journey', id)
  if (effect === 'arrives') await stampArrival(tx, id, now)
  if (effect === 'under_way') await stampDeparture(tx, id, now)
  if (!keepsResources(next.service_status)) return
  const isReassigned = diff({ ...current }, { ...next }, ASSIGNED).length > 0
  if (isReassigned || effect === 'taken') await allocateOrSuggest(tx, id)
  else if (next.delay_min !== current.delay_min) await stretchJourney(tx, id)
}

/** Shifts what is foreseen, and tells of those who miss what they change to because of it. */
async function foreseeDelay(tx: Tx, { id, code }: Journey, delayMin: number, context: Context): Promise<void> {
  const before = new Set((await missedConnections(tx, id)).map(({ reference }) => reference))
  await foresee(tx, id, delayMin)
  const after = (await missedConnections(tx, id)).map(({ reference }) => reference)
  if (after.every((reference) => before.has(reference))) return
  await audit(tx, context, {
    action: 'journeys.connections_missed',
    entity: { type: 'journeys', id, label: code },
    changes: [{ field: 'reservation', old: null, new: [...new Set(after)].join(', ') }],
  })
}

function refuse(issues: Parameters<typeof invalid>[0]): void {
  if (issues.length > 0) throw invalid(issues)
}
