import { uuidv7 } from 'uuidv7'
import { instantAfter } from '../known'
import type { Given, Made, Prepare } from './preparation'
import { adults } from './sales'

/** Positions of departures in the company, latest first: of the first days, and without a vehicle. */
const [EARLY, EARLY_COUNT, LATE] = [8_000, 1_900, 4_900]

/** No more than the vehicles of the company have, and more than are left. */
const COACH_SEATS = 50

type Step = 'board' | 'depart' | 'interrupt'

/** Takes a departure that left minutes ago through some steps. @returns the path of the departure */
const afterSteps =
  (...steps: Step[]): Prepare =>
  async (given) => {
    const { journeyId } = departureOf(given)
    await takeSteps(given, journeyId, steps)
    return { path: { id: journeyId } }
  }

/** Creates a vehicle and a driver. @returns their ids */
async function createCrew({ create }: Given): Promise<{ vehicle_id: string; driver_id: string }> {
  const vehicle = await create('vehicles')
  const driver = await create('staff', { roles: ['driver'], licence_categories: ['D'] })
  return { vehicle_id: vehicle.id, driver_id: driver.id }
}

/** Assigns a vehicle and a driver to a departure, and takes some steps. */
async function takeSteps(given: Given, journeyId: string, steps: readonly Step[]): Promise<void> {
  await given.staff.post(`/journeys/${journeyId}/assign`, await createCrew(given))
  for (const step of steps)
    await given.staff.post(`/journeys/${journeyId}/${step}`, step === 'interrupt' ? { reason: 'Breakdown' } : {})
}

const departureOf = ({ company, own }: Given) => {
  const departure = company.leaving[own]
  if (!departure) throw new Error('The company has too few departures that are leaving.')
  return departure
}

interface Job {
  id: string
}

/** Takes a vehicle with its jobs of four days out of service. @returns the body of the resolution */
async function disruption({ company, serial, staff }: Given): Promise<Record<string, unknown>> {
  const vehicleId = company.vehicleIds[serial % company.vehicleIds.length] ?? ''
  const [starts_at, ends_at] = [instantAfter(company, 0), instantAfter(company, 4)]
  const query = new URLSearchParams({ from: starts_at, to: ends_at })
  const jobs = await staff.get<Job[]>(`/vehicles/${vehicleId}/jobs?${query}`)
  return {
    cause: {
      kind: 'downtime',
      vehicle_id: vehicleId,
      starts_at,
      ends_at,
      downtime_kind: 'breakdown',
      note: 'x'.repeat(2_000),
    },
    jobs: jobs.map(({ id }) => ({ job_id: id, action: 'unassign' })),
  }
}

/** Resolves a disruption, which leaves its departures without a vehicle. */
const resolved: Prepare = async (given) => {
  const { id } = await given.staff.post('/resolutions', { ...(await disruption(given)), reason: 'Breakdown' })
  return { path: { id } }
}

/** Steps of departures and of their reservations, each of a departure of its own that left minutes ago. */
export const LEAVING_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  boardJourney: afterSteps(),
  departJourney: afterSteps('board'),
  completeJourney: afterSteps('board', 'depart'),
  revertJourney: afterSteps('board', 'depart'),
  interruptJourney: afterSteps('board', 'depart'),
  resumeJourney: afterSteps('board', 'depart', 'interrupt'),
  markNoShow: async (given) => {
    const { journeyId, reservationId } = departureOf(given)
    await takeSteps(given, journeyId, ['board', 'depart'])
    return { path: { id: reservationId }, known: { journey_id: journeyId } }
  },
  completeReservation: async (given) => {
    const { reservationId } = departureOf(given)
    await given.staff.post(`/reservations/${reservationId}/board`)
    return { path: { id: reservationId } }
  },
  scanTicket: async (given) => {
    const { journeyId, reservationId } = departureOf(given)
    const [ticket] = await given.staff.get<Made[]>(`/reservations/${reservationId}/tickets`)
    return { known: { payload: ticket?.['payload'], journey_id: journeyId } }
  },
}

/** Cancelled and sold out departures, plans and disruptions. */
export const DEPARTURE_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  delayJourney: () => ({ needed: { delay_min: 5 } }),
  // The longest journey exceeds the driving time of one driver.
  createJourneys: async ({ create }) => ({
    known: { vehicle_id: (await create('vehicles')).id, driver_id: undefined },
  }),
  cancelJourney: ({ company: { fullest } }) => ({
    path: { id: fullest.journeyId },
    known: {
      parties: fullest.reservationIds.map((reservation_id) => ({ reservation_id, action: 'cancel' })),
      others: 'cancel',
      to_journey_ids: undefined,
    },
  }),
  joinWaitingList: async (given) => ({
    path: { id: await fillUp(given) },
    known: { passengers: adults(COACH_SEATS).map((passenger) => ({ ...passenger, name: 'x'.repeat(120) })) },
  }),
  leaveWaitingList: async (given) => {
    const journeyId = await fillUp(given)
    const entry = await given.staff.post(`/journeys/${journeyId}/waiting-list`, {
      board_seq: 1,
      alight_seq: 2,
      passengers: adults(COACH_SEATS),
      lead_name: 'Ana Ruiz',
      lead_phone: '+34600111222',
    })
    return { path: { id: entry.id } }
  },
  undoPlan: async (given) => ({ path: { id: await applyPlan(given) } }),
  resolveDisruption: async (given) => ({ known: await disruption(given) }),
  getResolution: resolved,
  undoResolution: resolved,
}

/** Leaves fewer seats on a departure of the first days than a party that fills a coach needs. @returns its id */
async function fillUp({ company, serial, staff }: Given): Promise<string> {
  const id = company.ids['journeys']?.[EARLY + (serial % EARLY_COUNT)] ?? ''
  await staff.patch(`/journeys/${id}`, { capacity: COACH_SEATS })
  return id
}

/** Applies a plan that gives each vehicle a departure of the second half. @returns the id of the plan */
async function applyPlan({ company, staff }: Given): Promise<string> {
  const ids = company.vehicleIds.map((_, at) => company.ids['journeys']?.[LATE + at] ?? '')
  const query = new URLSearchParams({
    filter: JSON.stringify({ id: ids }),
    range: JSON.stringify([0, ids.length - 1]),
  })
  const journeys = await staff.get<Made[]>(`/journeys?${query}`)
  const plan = uuidv7()
  const assignments = journeys.map(({ id, version }, at) => ({
    journey_id: id,
    version,
    vehicle_id: company.vehicleIds[at],
  }))
  await staff.post(`/dispatch/plans/${plan}`, { assignments })
  return plan
}
