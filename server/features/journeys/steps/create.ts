import type { Journey } from '../../../../contract/entities/journey'
import type { Values, Write } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { NO_SPACE } from '../../../domain/availability/space'
import { aboveSeats, limitAfter } from '../../../domain/journeys/capacity'
import { serviceDateIssues } from '../../../domain/timetable/service-dates'
import { settleOverride, settleWarnings } from '../../../http/overrides'
import { invalid, wrongState } from '../../../http/refusal'
import { writeCalls } from '../repository/plan'
import {
  ASSIGNED,
  allocateOrSuggest,
  assignmentIssues,
  equipmentOf,
  limitIssues,
  lockAssigned,
  alternativesTo,
  transferIssues,
} from './assignment'
import { planJourney } from './plan'

const NOTHING = { seats: 0, ...NO_SPACE }

/** Returns the columns of a journey that follow from its route, day and equipment. @throws Refusal */
export async function createJourney(tx: Tx, { next, input, context }: Write): Promise<Values> {
  const request = next as Journey
  const dateIssues = serviceDateIssues('service_date', request.service_date, context.now())
  if (dateIssues.length > 0) throw invalid(dateIssues)
  const plan = await planJourney(tx, request)
  await lockAssigned(tx, request)
  const equipment = await equipmentOf(tx, request)
  const asked = input['capacity'] as number | null
  const tooMany = asked === null ? [] : aboveSeats(asked, equipment.seats)
  if (tooMany.length > 0) throw invalid(tooMany)
  const planned = { ...plan, id: null, delay_min: request.delay_min, taken: NOTHING }
  const issues = await assignmentIssues(tx, request, equipment, planned, new Set(ASSIGNED))
  if (issues.length > 0) throw wrongState(issues)
  settleOverride(await limitIssues(tx, request, planned, new Set(ASSIGNED)), undefined, context)
  const unlikely = await transferIssues(tx, request, equipment, planned, new Set(ASSIGNED))
  const { licenceCategories, seats, places } = equipment
  const capacity_limit = limitAfter(null, asked, seats)
  const capacity = capacity_limit ?? seats
  const toFill = {
    from: plan.departs_at,
    to: plan.arrives_at,
    stationId: plan.origin_station_id,
    vehicleTypeId: request.vehicle_type_id,
    capacity,
    aboard: NOTHING,
    licenceCategories,
    timezone: plan.timezone,
  }
  await settleWarnings(unlikely, input['accept_warnings'] === true, alternativesTo(tx, toFill, request))
  return { ...plan, ...places, seats, capacity_limit, capacity }
}

export async function storeNew(tx: Tx, id: string): Promise<void> {
  await writeCalls(tx, id)
  await allocateOrSuggest(tx, id)
}
