import { clockAt, weekdayOf } from './clock'
import { hireTariffs } from './fleet/tariffs'
import { vehicleTypes } from './fleet/vehicle-types'
import { fleet, vehicleDowntimes, vehicles } from './fleet/vehicles'
import { fares } from './network/fares'
import { routes } from './network/routes'
import { stations } from './network/stations'
import { timesAway } from './operation/absences'
import { journeyRows } from './operation/journey-rows'
import { journeysNow, type LiveRun } from './operation/journeys'
import { roster } from './operation/roster'
import { shifts } from './operation/shifts'
import { timetable } from './operation/timetable'
import { customers } from './people/customers'
import { drivers, staff, staffAbsences } from './people/staff'
import { users } from './people/users'
import { auditEvents } from './records/audit'
import { notifications } from './records/notifications'
import { partnerCalls } from './records/partner-calls'
import { webhooks } from './records/webhooks'
import { priceListOf } from './reservations/prices'
import { hires } from './reservations/hires'
import { clienteleOf } from './reservations/party'
import { moneyRows } from './reservations/money'
import { reservationRows } from './reservations/rows'
import { sellSeats } from './reservations/seat-sales'
import type { World } from './rows'
import { addons } from './sales/addons'
import { allotments, partners } from './sales/partners'
import { pricingRules } from './sales/pricing-rules'
import { seasons } from './sales/seasons'
import { tills } from './sales/tills'

/**
 * Returns the state of Costa Coaches of Málaga at an instant: journeys of the past week and the next three weeks, and their
 * reservations. The same instant gives the same company, including all ids.
 */
export function buildWorld(now: Date): World {
  const clock = clockAt(now)
  const network = routes(clock)
  const tables = {
    fares: fares(clock),
    seasons: seasons(clock),
    pricing_rules: pricingRules(clock),
    addons: addons(clock),
    hire_tariffs: hireTariffs(clock),
  }
  const downtimes = vehicleDowntimes(clock)
  const absences = staffAbsences(clock)
  const { away, allocations } = timesAway(downtimes, absences)
  const planned = timetable(clock)
  const duties = roster(planned, { vehicles: fleet(clock), drivers: drivers(clock), away })
  const runs = journeysNow(planned, duties, clock)
  const people = customers(clock)
  const prices = priceListOf(tables)
  const clientele = clienteleOf(people)
  const bookings = [...sellSeats(runs, clientele, prices, clock), ...hires(clientele, tables.hire_tariffs, clock)]
  const sold = reservationRows(bookings, clock)
  const journeys = journeyRows(runs, clock)
  return {
    users: users(clock),
    stations: stations(clock),
    tills: tills(clock),
    ...network,
    vehicle_types: vehicleTypes(clock),
    vehicles: vehicles(clock),
    vehicle_downtimes: downtimes,
    staff: staff(clock),
    staff_absences: absences,
    shifts: shifts(runs),
    customers: people.map(({ row }) => row),
    ...partners(clock),
    ...tables,
    ...journeys,
    allotments: allotments(clock, weekendShuttle(runs)),
    resource_allocations: [...allocations, ...journeys.resource_allocations],
    ...sold,
    ...moneyRows(sold.reservations),
    partner_api_logs: partnerCalls(sold.reservations, clock),
    ...webhooks(sold.reservations, clock),
    audit_events: auditEvents(sold.reservations, runs, clock),
    notifications: notifications(sold.reservations, runs, clock),
  }
}

/** Returns a coach of next week with seats that are set aside for a partner. */
function weekendShuttle(runs: readonly LiveRun[]) {
  const run = runs.find(({ line, offset, day }) => line.code === 'MLG-GRX' && offset > 6 && weekdayOf(day) === 6)
  return run && { id: run.id, routeCode: run.line.code, day: run.day }
}
