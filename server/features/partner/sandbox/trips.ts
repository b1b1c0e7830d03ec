import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { SANDBOX_TRIPS_AT_ONCE, SANDBOX_TRIP_LIFE_S } from '../../../../contract/core/limits/partner-api'
import type { Reservation, ReservationCreate } from '../../../../contract/entities/reservation'
import type { PartnerTrip } from '../../../../contract/partner/sales'
import type { SandboxTrip, SandboxTripsBody } from '../../../../contract/partner/sandbox'
import type { SandboxScenario, SandboxStep } from '../../../../contract/core/vocabulary'
import type { WebhookEvent } from '../../../../contract/partner/webhook-events'
import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import { attempt, inTransaction, type Reader, type Tx } from '../../../db/transaction'
import { SCRIPTS, partyOf } from '../../../domain/sandbox/scripts'
import type { Context } from '../../../kernel/context'
import { Refusal, wrongState } from '../../../http/refusal'
import { changeOnce } from '../../../http/idempotency'
import * as stored from './repository/trips'
import type { StoredTrip } from './repository/trips'

const DEPARTURES_TRIED = 20
const SEED_MAX = 2_147_483_647

/** Use cases of test trips for the sandbox; injected by the wiring. */
export interface Ports {
  /** @throws Refusal when the seats cannot be sold */
  create: (tx: Tx, request: ReservationCreate, context: Context) => Promise<Reservation>
  confirm: (tx: Tx, id: string, context: Context) => Promise<unknown>
  approve: (tx: Tx, id: string, context: Context) => Promise<unknown>
  cancel: (tx: Tx, id: string, reason: string, context: Context) => Promise<unknown>
  move: (tx: Tx, id: string, toJourneyId: string, context: Context) => Promise<unknown>
  checkIn: (tx: Tx, id: string, context: Context) => Promise<unknown>
  /** Simulate events that otherwise only time causes: expired hold, missed departure, completed journey. */
  expire: (tx: Tx, id: string, context: Context) => Promise<unknown>
  markNoShow: (tx: Tx, id: string, context: Context) => Promise<unknown>
  complete: (tx: Tx, id: string, context: Context) => Promise<unknown>
  /** Notifies the partner of a simulated change of the journey. */
  notifyOfJourney: (tx: Tx, tripId: string, type: WebhookEvent, changes: Record<string, unknown>) => Promise<void>
  readTrip: (reader: Reader, partnerId: string, id: string) => Promise<PartnerTrip | undefined>
}

interface Deps {
  db: Db
  ports: Ports
}

/** Creates the scenario runner for test trips of one partner or all. */
export function createSandbox({ db, ports }: Deps) {
  const create = (
    partnerId: string,
    { scenario, count, seed }: SandboxTripsBody,
    context: Context,
  ): Promise<SandboxTrip[]> =>
    changeOnce(db, context, async (tx) => {
      if ((await stored.countRunning(tx, partnerId)) + count > SANDBOX_TRIPS_AT_ONCE)
        throw wrongState([
          {
            path: 'count',
            message: sentence`At most ${SANDBOX_TRIPS_AT_ONCE} mock trips can run at the same time. Wait, or create fewer.`,
          },
        ])
      const made: SandboxTrip[] = []
      for (let index = 0; index < count; index += 1) {
        const trip = newTrip(
          uuidv7(),
          partnerId,
          scenario,
          seed === undefined ? randomInt(SEED_MAX) : seed + index,
          context,
        )
        made.push(await presentTrip(tx, await book(tx, trip, context)))
      }
      return made
    })

  /** @throws Refusal not_found, invalid_state when its scenario has ended */
  const advance = (partnerId: string, id: string, context: Context): Promise<SandboxTrip> =>
    changeOnce(db, context, async (tx) => {
      const trip = await lockTrip(tx, partnerId, id)
      if (trip.state !== 'running')
        throw wrongState([
          { path: '', message: sentence`The scenario of this mock trip has ended. Reset it to run it again.` },
        ])
      return presentTrip(tx, await runNext(tx, trip, context))
    })

  const reset = (partnerId: string, id: string, context: Context): Promise<SandboxTrip> =>
    changeOnce(db, context, async (tx) => {
      const trip = await lockTrip(tx, partnerId, id)
      await cancel(tx, trip, context)
      const again = newTrip(trip.id, partnerId, trip.scenario, trip.seed, context)
      return presentTrip(tx, await book(tx, { ...again, created_at: trip.created_at }, context))
    })

  /** Runs all due steps, for one partner or for all. */
  async function settleDue(partnerId: string | null, context: Context): Promise<void> {
    const once = () =>
      inTransaction(db, async (tx) => {
        const trip = await stored.lockDue(tx, context.now(), partnerId)
        if (!trip) return false
        if (Date.parse(trip.ends_at) > context.now().getTime()) await runNext(tx, trip, context)
        else {
          await cancel(tx, trip, context)
          await stored.saveSandboxTrip(tx, { ...trip, state: 'stopped', next_at: null, trap: null })
        }
        return true
      })
    while (await once());
  }

  /** Books the trip on the departure that the seed selects, or on the next one with enough seats. */
  async function book(tx: Tx, trip: StoredTrip, context: Context): Promise<StoredTrip> {
    const needsLater = trip.scenario === 'moved_to_later'
    const rides = await stored.rideable(tx, trip.partner_id, context.now(), needsLater)
    const passengers = partyOf(trip.seed)
    for (let tries = 0; tries < Math.min(DEPARTURES_TRIED, rides.length); tries += 1) {
      const leg = rides[(trip.seed + tries) % rides.length]
      if (!leg) break
      const request = {
        legs: [leg],
        passengers,
        lead_name: passengers[0]?.name ?? 'Alba Serrano',
        environment: 'test' as const,
        channel: 'partner' as const,
        partner_id: trip.partner_id,
        partner_reference: `MOCK-${uuidv7().slice(-12).toUpperCase()}`,
        payment_method: 'on_account' as const,
        status: trip.steps[0]?.step === 'request' ? ('pending' as const) : ('on_hold' as const),
      }
      const booked = await attempt(tx, () => ports.create(tx, request, context)).catch(ignoreRefusal)
      if (!booked || booked.total_minor === 0) continue
      return store(tx, completeStep({ ...trip, reservation_id: booked.id }, context))
    }
    throw wrongState([
      {
        path: '',
        message: sentence`No departure of the next two weeks can be sold. Ask the operator to put some on sale.`,
      },
    ])
  }

  async function runNext(tx: Tx, trip: StoredTrip, context: Context): Promise<StoredTrip> {
    const step = trip.steps.find(({ done_at }) => done_at === null)?.step
    const id = trip.reservation_id
    if (!step || id === null) return store(tx, { ...trip, state: 'stopped', next_at: null })
    try {
      const trap = await attempt(tx, () => runStep(tx, step, id, context))
      return await store(tx, completeStep({ ...trip, trap: trap ?? trip.trap }, context, EXPECTED[step] ?? null))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return store(tx, { ...completeStep(trip, context, error.code), state: 'stopped', next_at: null, trap: null })
    }
  }

  /** Runs a step. @returns the fault that the partner's next call or webhook runs into, or null */
  async function runStep(tx: Tx, step: SandboxStep, id: string, context: Context): Promise<SandboxStep | null> {
    const operator = { ...context, actor: { ...context.actor, kind: 'user' as const, id: null, name: 'Mock trips' } }
    const { status } = await stored.statusOf(tx, id)
    switch (step) {
      case 'confirm':
        if (status === 'pending') await ports.approve(tx, id, operator)
        else if (status !== 'confirmed') await ports.confirm(tx, id, context)
        return null
      case 'expire':
        await ports.expire(tx, id, context)
        return null
      case 'cancel_by_operator':
        await ports.cancel(tx, id, 'Mock trip: the operator cancels', operator)
        return null
      case 'move_to_later': {
        const later = await stored.laterDeparture(tx, id)
        if (later === undefined) throw wrongState([{ path: '', message: sentence`There is no later departure.` }])
        await ports.move(tx, id, later, operator)
        return null
      }
      case 'delay_45':
        await ports.notifyOfJourney(tx, id, 'journey.delayed', { delay_min: 45 })
        return null
      case 'change_vehicle':
        await ports.notifyOfJourney(tx, id, 'journey.vehicle_changed', { vehicle: 'TEST 2' })
        return null
      case 'check_in':
        await ports.checkIn(tx, id, operator)
        return null
      case 'complete':
        await ports.complete(tx, id, operator)
        return null
      case 'no_show':
        await ports.markNoShow(tx, id, operator)
        return null
      case 'fail_webhook_once':
        return step
      default:
        return null
    }
  }

  /** Cancels the test trip if it is still active. */
  async function cancel(tx: Tx, { reservation_id: id }: StoredTrip, context: Context): Promise<void> {
    if (id === null || !(await stored.statusOf(tx, id)).isActive) return
    await attempt(tx, () => ports.cancel(tx, id, 'Mock trip over', context)).catch(ignoreRefusal)
  }

  async function store(tx: Tx, trip: StoredTrip): Promise<StoredTrip> {
    await stored.saveSandboxTrip(tx, trip)
    return trip
  }

  async function presentTrip(reader: Reader, trip: StoredTrip): Promise<SandboxTrip> {
    const { id, created_at, scenario, seed, state, steps, ends_at, partner_id, reservation_id } = trip
    const booked = reservation_id === null ? undefined : await ports.readTrip(reader, partner_id, reservation_id)
    return { id, created_at, scenario, seed, state, steps, ends_at, trip: booked ?? null }
  }

  return { create, advance, reset, settleDue, presentTrip }
}

const EXPECTED: Partial<Record<SandboxStep, string>> = {
  awaits_sold_out: 'sold_out',
  awaits_price_changed: 'price_changed',
  awaits_rate_limit: 'too_many_requests',
}

async function lockTrip(tx: Tx, partnerId: string, id: string): Promise<StoredTrip> {
  const trip = await stored.lockSandboxTrip(tx, partnerId, id)
  if (!trip) throw new Refusal('not_found', sentence`There is no mock trip with this id.`)
  return trip
}

function newTrip(id: string, partnerId: string, scenario: SandboxScenario, seed: number, context: Context): StoredTrip {
  const at = context.now()
  return {
    id,
    created_at: at.toISOString(),
    partner_id: partnerId,
    scenario,
    seed: seed % SEED_MAX,
    state: 'running',
    reservation_id: null,
    started_at: at.toISOString(),
    ends_at: new Date(at.getTime() + SANDBOX_TRIP_LIFE_S * 1000).toISOString(),
    next_at: null,
    steps: SCRIPTS[scenario].map((step, index) => ({
      ...step,
      position: index + 1,
      done_at: null,
      problem_code: null,
    })),
    trap: null,
  }
}

/** Marks the next step as done. A following step that waits for a call is set as a trap. */
export function completeStep(
  trip: StoredTrip,
  context: Pick<Context, 'now'>,
  problem: string | null = null,
): StoredTrip {
  const now = context.now().toISOString()
  const place = trip.steps.findIndex(({ done_at }) => done_at === null)
  const steps = trip.steps.map((step, index) =>
    index === place ? { ...step, done_at: now, problem_code: problem } : step,
  )
  const following = steps[place + 1]
  if (!following) return { ...trip, steps, state: 'finished', next_at: null, trap: pendingTrap(trip) }
  const { after_s, step } = following
  if (after_s === null) return { ...trip, steps, next_at: null, trap: step }
  const next_at = new Date(Date.parse(trip.started_at) + after_s * 1000).toISOString()
  return { ...trip, steps, next_at, trap: pendingTrap(trip) }
}

/** A webhook fault remains, because its message is written when the transaction ends. */
const pendingTrap = ({ trap }: StoredTrip): SandboxStep | null => (trap === 'fail_webhook_once' ? trap : null)

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
  return undefined
}
