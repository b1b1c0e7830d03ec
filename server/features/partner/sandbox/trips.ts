import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { MOCK_TRIPS_AT_ONCE, MOCK_TRIP_LIFE_S } from '../../../../contract/core/limits'
import type { MockTrip, MockTripsBody } from '../../../../contract/partner/sandbox'
import type { MockScenario, MockStep } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import { attempt, inTransaction, type Reader, type Tx } from '../../../db/transaction'
import { SCRIPTS, partyOf } from '../../../domain/sandbox/scripts'
import type { Context } from '../../../http/context'
import { Refusal, wrongState } from '../../../http/refusal'
import type { Ports } from './ports'
import * as mocks from './repository/mocks'
import type { StoredMock } from './repository/mocks'

const DEPARTURES_TRIED = 20
const SEED_MAX = 2_147_483_647

interface Settings {
  db: Db
  ports: Ports
}

/** Plays scenarios with test trips, for one partner or all. */
export function createStage({ db, ports }: Settings) {
  const create = (partnerId: string, { scenario, count, seed }: MockTripsBody, context: Context): Promise<MockTrip[]> =>
    inTransaction(db, async (tx) => {
      if ((await mocks.countRunning(tx, partnerId)) + count > MOCK_TRIPS_AT_ONCE)
        throw wrongState([
          { path: 'count', message: `No more than ${MOCK_TRIPS_AT_ONCE} mock trips run at once. Wait, or take fewer.` },
        ])
      const made: MockTrip[] = []
      for (let index = 0; index < count; index += 1) {
        const mock = fresh(
          uuidv7(),
          partnerId,
          scenario,
          seed === undefined ? randomInt(SEED_MAX) : seed + index,
          context,
        )
        made.push(await told(tx, await begin(tx, mock, context)))
      }
      return made
    })

  /** @throws Refusal not_found, invalid_state where its script is over */
  const advance = (partnerId: string, id: string, context: Context): Promise<MockTrip> =>
    inTransaction(db, async (tx) => {
      const mock = await known(tx, partnerId, id)
      if (mock.state !== 'running')
        throw wrongState([{ path: '', message: 'Its script is over. Reset it to play it again.' }])
      return told(tx, await next(tx, mock, context))
    })

  const reset = (partnerId: string, id: string, context: Context): Promise<MockTrip> =>
    inTransaction(db, async (tx) => {
      const mock = await known(tx, partnerId, id)
      await end(tx, mock, context)
      const again = fresh(mock.id, partnerId, mock.scenario, mock.seed, context)
      return told(tx, await begin(tx, { ...again, created_at: mock.created_at }, context))
    })

  /** Does what the clock says is due, for one partner or for all. */
  async function settleDue(partnerId: string | null, context: Context): Promise<void> {
    const once = () =>
      inTransaction(db, async (tx) => {
        const mock = await mocks.lockDue(tx, context.now(), partnerId)
        if (!mock) return false
        if (Date.parse(mock.ends_at) > context.now().getTime()) await next(tx, mock, context)
        else {
          await end(tx, mock, context)
          await mocks.saveMock(tx, { ...mock, state: 'stopped', next_at: null, trap: null })
        }
        return true
      })
    while (await once());
  }

  /** Books the trip on the departure that the seed chooses, or on the next one that has the seats. */
  async function begin(tx: Tx, mock: StoredMock, context: Context): Promise<StoredMock> {
    const needsLater = mock.scenario === 'moved_to_later'
    const rides = await mocks.rideable(tx, mock.partner_id, context.now(), needsLater)
    const passengers = partyOf(mock.seed)
    for (let tries = 0; tries < Math.min(DEPARTURES_TRIED, rides.length); tries += 1) {
      const leg = rides[(mock.seed + tries) % rides.length]
      if (!leg) break
      const wish = {
        legs: [leg],
        passengers,
        lead_name: passengers[0]?.name ?? 'Alba Serrano',
        environment: 'test' as const,
        channel: 'partner' as const,
        partner_id: mock.partner_id,
        partner_reference: `MOCK-${uuidv7().slice(-12).toUpperCase()}`,
        payment_method: 'on_account' as const,
        status: mock.steps[0]?.step === 'request' ? ('pending' as const) : ('on_hold' as const),
      }
      const trip = await attempt(tx, () => ports.create(tx, wish, context)).catch(passing)
      if (!trip || trip.total_minor === 0) continue
      return store(tx, done({ ...mock, reservation_id: trip.id }, context))
    }
    throw wrongState([
      { path: '', message: 'No departure of the next two weeks can be sold. Ask the operator to put some on sale.' },
    ])
  }

  async function next(tx: Tx, mock: StoredMock, context: Context): Promise<StoredMock> {
    const step = mock.steps.find(({ done_at }) => done_at === null)?.step
    const id = mock.reservation_id
    if (!step || id === null) return store(tx, { ...mock, state: 'stopped', next_at: null })
    try {
      const trap = await attempt(tx, () => play(tx, step, id, context))
      return await store(tx, done({ ...mock, trap: trap ?? mock.trap }, context, EXPECTED[step] ?? null))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return store(tx, { ...done(mock, context, error.code), state: 'stopped', next_at: null, trap: null })
    }
  }

  /** @returns what the partner meets from now on, if anything */
  async function play(tx: Tx, step: MockStep, id: string, context: Context): Promise<MockStep | null> {
    const operator = { ...context, actor: { ...context.actor, kind: 'user' as const, id: null, name: 'Rehearsal' } }
    const { status } = await mocks.statusOf(tx, id)
    switch (step) {
      case 'confirm':
        if (status === 'pending') await ports.approve(tx, id, operator)
        else if (status !== 'confirmed') await ports.confirm(tx, id, context)
        return null
      case 'expire':
        await ports.runOut(tx, id, context)
        return null
      case 'cancel_by_operator':
        await ports.cancel(tx, id, 'Rehearsed: the operator cancels', operator)
        return null
      case 'move_to_later': {
        const later = await mocks.laterDeparture(tx, id)
        if (later === undefined) throw wrongState([{ path: '', message: 'There is no later departure.' }])
        await ports.move(tx, id, later, operator)
        return null
      }
      case 'delay_45':
        await ports.tellOfJourney(tx, id, 'journey.delayed', { delay_min: 45 })
        return null
      case 'change_vehicle':
        await ports.tellOfJourney(tx, id, 'journey.vehicle_changed', { vehicle: 'TEST 2' })
        return null
      case 'check_in':
        await ports.checkIn(tx, id, operator)
        return null
      case 'complete':
        await ports.arrive(tx, id, operator)
        return null
      case 'no_show':
        await ports.miss(tx, id, operator)
        return null
      case 'fail_webhook_once':
        return step
      default:
        return null
    }
  }

  /** Ends what is left of its trip. */
  async function end(tx: Tx, { reservation_id: id }: StoredMock, context: Context): Promise<void> {
    if (id === null || !(await mocks.statusOf(tx, id)).isActive) return
    await attempt(tx, () => ports.cancel(tx, id, 'Rehearsal over', context)).catch(passing)
  }

  async function store(tx: Tx, mock: StoredMock): Promise<StoredMock> {
    await mocks.saveMock(tx, mock)
    return mock
  }

  async function told(reader: Reader, mock: StoredMock): Promise<MockTrip> {
    const { id, created_at, scenario, seed, state, steps, ends_at, partner_id, reservation_id } = mock
    const trip = reservation_id === null ? undefined : await ports.readTrip(reader, partner_id, reservation_id)
    return { id, created_at, scenario, seed, state, steps, ends_at, trip: trip ?? null }
  }

  return { create, advance, reset, settleDue, told }
}

const EXPECTED: Partial<Record<MockStep, string>> = {
  awaits_sold_out: 'sold_out',
  awaits_price_changed: 'price_changed',
  awaits_rate_limit: 'too_many_requests',
}

async function known(tx: Tx, partnerId: string, id: string): Promise<StoredMock> {
  const mock = await mocks.lockMock(tx, partnerId, id)
  if (!mock) throw new Refusal('not_found', 'There is no mock trip with this id.')
  return mock
}

function fresh(id: string, partnerId: string, scenario: MockScenario, seed: number, context: Context): StoredMock {
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
    ends_at: new Date(at.getTime() + MOCK_TRIP_LIFE_S * 1000).toISOString(),
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

/** The script with its next step behind it; what waits for a call is set as a trap. */
export function done(mock: StoredMock, context: Pick<Context, 'now'>, problem: string | null = null): StoredMock {
  const now = context.now().toISOString()
  const place = mock.steps.findIndex(({ done_at }) => done_at === null)
  const steps = mock.steps.map((step, index) =>
    index === place ? { ...step, done_at: now, problem_code: problem } : step,
  )
  const following = steps[place + 1]
  if (!following) return { ...mock, steps, state: 'finished', next_at: null, trap: keptTrap(mock) }
  const { after_s, step } = following
  if (after_s === null) return { ...mock, steps, next_at: null, trap: step }
  const next_at = new Date(Date.parse(mock.started_at) + after_s * 1000).toISOString()
  return { ...mock, steps, next_at, trap: keptTrap(mock) }
}

/** A webhook that is to fail fails with the message that comes next, which is written when the transaction ends. */
const keptTrap = ({ trap }: StoredMock): MockStep | null => (trap === 'fail_webhook_once' ? trap : null)

function passing(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
  return undefined
}
