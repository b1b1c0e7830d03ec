import type { LoadedLeg } from '../../../../contract/entities/journey'
import type { SALES_STATUSES, SERVICE_STATUSES } from '../../../../contract/core/vocabulary'
import { NO_SPACE, type Places } from '../../../domain/availability/space'
import { Chance } from '../chance'
import { HOUR_MS, MINUTE_MS, type Clock } from '../clock'
import { typeOf } from '../fleet/vehicle-types'
import type { Duty } from './roster'
import type { Run } from './timetable'

/** Journey in its current state, with the seats that are sold on it. */
export interface LiveRun extends Run, Duty {
  status: (typeof SERVICE_STATUSES)[number]
  sales: (typeof SALES_STATUSES)[number]
  /** Minutes of the delay that is known. */
  delayMin: number
  cancelReason: string | null
  capacity: number
  /** Spaces for wheelchairs, child seats and luggage. */
  places: Places
  legs: LoadedLeg[]
}

const BOARDING_MS = 15 * MINUTE_MS
/** Time before the departure at which a delay is known. */
const DELAY_KNOWN_MS = 1.5 * HOUR_MS
/** Excursions after this many days are drafts. */
const DRAFTS_AFTER_DAYS = 15
/** Number of journeys in the next 24 hours without a driver, and of those without a vehicle too. */
const WITHOUT_DRIVER = 5
const WITHOUT_VEHICLE = 2

const CANCELLED = { offset: 1, route: 'EST-MLG', reason: 'Coastal road closed between Estepona and San Pedro' }

/** Returns the journeys by the clock: arrived, under way, boarding, and those without a driver or vehicle. */
export function journeysNow(runs: readonly Run[], duties: ReadonlyMap<string, Duty>, clock: Clock): LiveRun[] {
  const cancelled = pickedOut(
    runs.filter((run) => run.offset === CANCELLED.offset && run.line.code === CANCELLED.route && !run.isEmpty),
    'cancelled',
    1,
  )
  const lacking = pickedOut(
    runs.filter(
      (run) =>
        run.departs > clock.now + HOUR_MS &&
        run.departs < clock.now + 24 * HOUR_MS &&
        !run.isEmpty &&
        !cancelled.includes(run),
    ),
    'unassigned',
    WITHOUT_DRIVER,
  )
  return runs.map((run) => {
    const duty = duties.get(run.id)
    const lack = lacking.indexOf(run)
    const vehicle = lack >= 0 && lack < WITHOUT_VEHICLE ? null : (duty?.vehicle ?? null)
    const driver = lack >= 0 ? null : (duty?.driver ?? null)
    const isCancelled = cancelled.includes(run)
    const status = isCancelled ? 'cancelled' : statusOf(run, clock)
    const capacity = run.isEmpty ? 0 : (vehicle?.seats ?? typeOf(run.line.vehicleType).seats)
    return {
      ...run,
      vehicle,
      driver,
      status,
      sales: salesOf(run, status),
      delayMin: !isCancelled && run.departs - DELAY_KNOWN_MS <= clock.now ? run.lateMin : 0,
      cancelReason: isCancelled ? CANCELLED.reason : null,
      capacity,
      places: typeOf(run.line.vehicleType),
      legs: run.line.stops.slice(1).map((_, index) => ({
        leg_seq: index + 1,
        capacity,
        overbooking_allowance: 0,
        confirmed: 0,
        held: 0,
        ...NO_SPACE,
      })),
    }
  })
}

function statusOf(run: Run, clock: Clock): LiveRun['status'] {
  const late = run.lateMin * MINUTE_MS
  if (run.arrives + late <= clock.now) return 'completed'
  if (run.departs + late <= clock.now) return 'in_progress'
  if (run.departs - BOARDING_MS <= clock.now) return 'boarding'
  return run.line.kind === 'private_hire' && run.offset > DRAFTS_AFTER_DAYS ? 'draft' : 'scheduled'
}

function salesOf(run: Run, status: LiveRun['status']): LiveRun['sales'] {
  if (run.isEmpty || (status !== 'scheduled' && status !== 'boarding' && status !== 'draft')) return 'closed'
  return run.line.kind === 'private_hire' ? 'on_request' : 'open'
}

/** Returns some runs in a random order that does not depend on the rest of the list. */
function pickedOut(runs: readonly Run[], purpose: string, count: number): Run[] {
  const lot = new Map(runs.map((run) => [run, new Chance(`${purpose} ${run.code}`).next()]))
  return runs.toSorted((a, b) => (lot.get(a) ?? 0) - (lot.get(b) ?? 0)).slice(0, count)
}
