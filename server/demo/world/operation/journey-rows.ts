import { busyUntil, plannedCalls } from '../../../domain/journeys/calls'
import { peakLoad } from '../../../domain/availability/seats'
import { peakSpace } from '../../../domain/availability/space'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { DAY_MS, HOUR_MS, MINUTE_MS, ZONE, type Clock } from '../clock'
import { typeOf, vehicleTypeId } from '../fleet/vehicle-types'
import { PATTERN_VERSION, routeId, stopsOf } from '../network/routes'
import { stationId } from '../network/stations'
import type { RowOf } from '../rows'
import type { LiveRun } from './journeys'

/** Time between the creation of the timetable and a journey. */
const PLANNED_BEFORE_MS = 45 * DAY_MS
/** Time between the assignment of vehicle and driver and a journey. */
const ASSIGNED_BEFORE_MS = 5 * DAY_MS

type JourneyTables = 'journeys' | 'journey_calls' | 'journey_legs' | 'resource_allocations'

export function journeyRows(runs: readonly LiveRun[], clock: Clock): { [T in JourneyTables]: RowOf<T>[] } {
  return {
    journeys: runs.map((run) => journeyRow(run, clock)),
    journey_calls: runs.flatMap((run) => callRows(run, clock)),
    journey_legs: runs.flatMap((run) => run.legs.map((leg) => ({ ...leg, journey_id: run.id }))),
    resource_allocations: runs.flatMap(allocationsOf),
  }
}

function journeyRow(run: LiveRun, clock: Clock): RowOf<'journeys'> {
  const first = run.line.stops[0]
  const last = run.line.stops.at(-1)
  const peak = peakSpace(run.legs)
  const changed =
    run.status === 'completed' ? actualEnd(run) : Math.min(run.departs - ASSIGNED_BEFORE_MS, clock.now - HOUR_MS)
  return {
    id: run.id,
    code: run.code,
    route_id: routeId(run.line.code),
    pattern_version: PATTERN_VERSION,
    service_date: run.day,
    departure_time: `${run.time}:00`,
    departs_at: utcText(run.departs),
    arrives_at: utcText(run.arrives),
    timezone: ZONE,
    origin_station_id: stationId(first?.station ?? ''),
    destination_station_id: stationId(last?.station ?? ''),
    call_count: run.line.stops.length,
    kind: run.isEmpty ? 'positioning' : 'passenger',
    vehicle_type_id: vehicleTypeId(run.line.vehicleType),
    vehicle_id: run.vehicle?.id ?? null,
    driver_id: run.driver?.id ?? null,
    co_driver_id: null,
    capacity: run.capacity,
    capacity_limit: run.isEmpty ? 0 : null,
    seats: run.vehicle?.seats ?? typeOf(run.line.vehicleType).seats,
    wheelchair_spaces: run.places.wheelchair_spaces,
    child_seats: run.places.child_seats,
    luggage_units: run.places.luggage_units,
    overbooking_allowance: 0,
    peak_load: peakLoad(run.legs),
    peak_wheelchairs: peak.wheelchairs,
    peak_child_seats: peak.child_seats,
    peak_luggage_units: peak.luggage_units,
    sales_status: run.sales,
    service_status: run.status,
    delay_min: run.delayMin,
    cancel_reason: run.cancelReason,
    notes: run.isEmpty ? 'Empty run to the depot.' : null,
    created_at: utcText(run.departs - PLANNED_BEFORE_MS),
    updated_at: utcText(Math.max(changed, run.departs - PLANNED_BEFORE_MS)),
  }
}

/** Minutes between the forecast and the time that the driver reported. */
const slack = (run: LiveRun) => new Chance(`slack ${run.code}`).int(0, 1)
const actualEnd = (run: LiveRun) => run.arrives + (run.lateMin + slack(run)) * MINUTE_MS

function callRows(run: LiveRun, clock: Clock): RowOf<'journey_calls'>[] {
  const stops = run.line.stops
  const runs = run.status === 'in_progress' || run.status === 'completed'
  const shift = run.lateMin + slack(run)
  return plannedCalls(stopsOf(run.line), utcText(run.departs)).map((call, index) => {
    const { planned_arrive, planned_depart } = call
    /** Returns the actual time, or null in the future. */
    const actual = (planned: string) => {
      const at = Date.parse(planned) + shift * MINUTE_MS
      return runs && (run.status === 'completed' || at <= clock.now) ? utcText(at) : null
    }
    const expected = (planned: string) =>
      run.delayMin === 0 ? null : utcText(Date.parse(planned) + run.delayMin * MINUTE_MS)
    const isFirst = index === 0
    const isLast = index === stops.length - 1
    return {
      ...call,
      journey_id: run.id,
      expected_arrive: expected(planned_arrive),
      expected_depart: expected(planned_depart),
      actual_arrive: isFirst ? null : actual(planned_arrive),
      actual_depart: isLast ? null : actual(planned_depart),
      platform: stops[index]?.platform ?? null,
    }
  })
}

/** Returns the allocations of a journey: its vehicle to the end of the turnaround, its driver to the arrival. */
function allocationsOf(run: LiveRun): RowOf<'resource_allocations'>[] {
  const { turnaround_min: turnaround } = typeOf(run.line.vehicleType)
  const taken = [
    { kind: 'vehicle' as const, id: run.vehicle?.id, to: busyUntil(utcText(run.arrives), run.delayMin, turnaround) },
    { kind: 'staff' as const, id: run.driver?.id, to: busyUntil(utcText(run.arrives), run.delayMin, 0) },
  ]
  return taken.flatMap(({ kind, id, to }) =>
    id === undefined
      ? []
      : [
          {
            id: idOf('allocation', run.id, kind),
            resource_kind: kind,
            resource_id: id,
            source: 'journey' as const,
            source_id: run.id,
            busy_from: utcText(run.departs),
            busy_to: run.status === 'completed' ? utcText(Math.min(Date.parse(to), actualEnd(run))) : to,
            state: run.status === 'cancelled' ? ('released' as const) : ('firm' as const),
            created_at: utcText(run.departs - ASSIGNED_BEFORE_MS),
          },
        ],
  )
}
