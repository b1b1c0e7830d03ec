import { uuidv7 } from 'uuidv7'
import type { DispatchPlan } from '../../../contract/operations/dispatch-plan'
import { hashPassword } from '../../../server/adapters/passwords'
import { insertUser } from '../accounts'
import type { Json, TestApi } from '../api'
import type { Booking } from '../booking'
import { make, unique } from '../factories'
import { formOf } from '../loop/files'
import { appCode } from '../totp'
import { workOff } from '../work'
import type { KeyedCall, KeyedCalls } from './call'

const why = { reason: 'Other plans' }
const PASSWORD = 'correct horse battery staple'
const VIEW = {
  resource: 'stations',
  audience: 'me',
  filter: {},
  sort: { field: 'code', order: 'ASC' },
  columns: ['code'],
  per_page: 25,
}

/** Returns the calls of dispatchers and administrators: journeys, plans, tasks, customers, accounts and settings. */
export function officeCalls(api: TestApi, desk: Booking): KeyedCalls {
  const on = ({ id }: Json, body: Json = {}): KeyedCall => ({ as: desk.admin, params: { id }, body })
  const bare = ({ id }: Json): KeyedCall => ({ as: desk.admin, params: { id } })
  const customer = (more: Json = {}) => make(desk.admin, 'customers', more)

  const crewed = async (): Promise<Json> => {
    const [vehicle, driver] = [await make(desk.admin, 'vehicles'), await make(desk.admin, 'staff')]
    const crew = { vehicle_id: vehicle['id'], driver_id: driver['id'] }
    return make(desk.admin, 'journeys', { vehicle_type_id: vehicle['vehicle_type_id'], ...crew })
  }
  const stepped = async (...verbs: string[]): Promise<Json> => {
    const journey = await crewed()
    await desk.at('2030-05-20T05:30:00Z')
    for (const verb of verbs) await desk.step(journey, verb, verb === 'interrupt' ? why : {})
    return journey
  }
  const planned = async () => {
    await crewed()
    const { route_id, vehicle_type_id } = await crewed()
    await make(desk.admin, 'journeys', { route_id, vehicle_type_id, departure_time: '12:00:00' })
    const day = { from: '2030-05-20T00:00:00Z', to: '2030-05-21T00:00:00Z' }
    const plan = (await desk.admin.post('/dispatch/suggestions', day)).body as unknown as DispatchPlan
    const assignments = plan.journeys.flatMap(({ journey_id, version, vehicle, driver }) => {
      const crew = { ...(vehicle && { vehicle_id: vehicle.id }), ...(driver && { driver_id: driver.id }) }
      return vehicle || driver ? [{ journey_id, version, ...crew }] : []
    })
    return { as: desk.admin, params: { id: uuidv7() }, body: { assignments } }
  }
  const disrupted = async (): Promise<KeyedCall & { body: Json }> => {
    const { id, vehicle_id } = await crewed()
    const bounds = { starts_at: '2030-05-20T05:00:00Z', ends_at: null }
    const cause = { kind: 'downtime', vehicle_id, ...bounds, downtime_kind: 'breakdown', note: null }
    return { as: desk.admin, body: { cause, jobs: [{ job_id: id, action: 'cancel' }], ...why } }
  }
  const renaming = async () => {
    const { id } = await make(desk.admin, 'stations')
    return { ids: [id], action: 'change', changes: { city: 'Paphos' } }
  }
  const started = async (): Promise<Json> => (await desk.admin.post('/bulk/stations', await renaming())).body
  const viewed = async (): Promise<Json> => {
    const { body } = await desk.admin.post('/saved-views', { ...VIEW, name: unique('View ') })
    return body
  }
  /** Signs in with a password. */
  const signedIn = async () => {
    const { id, username } = await insertUser(api, { password_hash: await hashPassword(PASSWORD), is_staff: true })
    const signIn = async () => (await api.client({}).post('/auth/login', { username, password: PASSWORD })).body
    const client = api.client({ authorization: `Bearer ${String((await signIn())['access'])}` })
    return { id, client, signIn }
  }
  const withSecondFactor = async () => {
    const user = await signedIn()
    const { body } = await user.client.post('/auth/second-factor', { password: PASSWORD })
    await user.client.post('/auth/second-factor/confirm', { code: appCode(String(body['secret']), api.now) })
    return user
  }
  const otherSession = async () => {
    const user = await signedIn()
    await user.signIn()
    const { rows } = await user.client.get('/auth/sessions')
    return { ...user, sessionId: rows.find((session) => session['is_current'] === false)?.['id'] }
  }

  return {
    assignJourney: async () =>
      on(await make(desk.admin, 'journeys'), { driver_id: (await make(desk.admin, 'staff'))['id'] }),
    scheduleJourney: async () => on(await make(desk.admin, 'journeys', { service_status: 'draft' })),
    boardJourney: async () => on(await stepped()),
    departJourney: async () => on(await stepped('board')),
    interruptJourney: async () => on(await stepped('board', 'depart'), why),
    resumeJourney: async () => on(await stepped('board', 'depart', 'interrupt')),
    completeJourney: async () => on(await stepped('board', 'depart')),
    revertJourney: async () => on(await stepped('board'), why),
    delayJourney: async () => on(await crewed(), { delay_min: 10 }),
    cancelJourney: async () => on(await crewed(), { ...why, others: 'cancel' }),
    reinstateJourney: async () => {
      const journey = await crewed()
      await desk.step(journey, 'cancel', { ...why, others: 'cancel' })
      return on(journey, why)
    },
    generateJourneys: async () => ({
      as: desk.admin,
      body: {
        route_id: (await make(desk.admin, 'routes'))['id'],
        vehicle_type_id: (await make(desk.admin, 'vehicle-types'))['id'],
        from: '2030-06-03',
        to: '2030-06-04',
        departure_times: ['08:30:00'],
      },
    }),
    applyPlan: planned,
    undoPlan: async () => {
      const { params, body } = await planned()
      await desk.admin.post(`/dispatch/plans/${params.id}`, body)
      return { as: desk.admin, params, body: {} }
    },
    resolveDisruption: disrupted,
    undoResolution: async () => bare((await desk.admin.post('/resolutions', (await disrupted()).body)).body),

    startBulk: async () => ({ as: desk.admin, params: { resource: 'stations' }, body: await renaming() }),
    startExport: async () => ({
      as: desk.admin,
      params: { resource: 'stations' },
      body: { columns: [{ field: 'code', label: 'Code' }] },
    }),
    startImport: async () => {
      const admin = await api.as('admin')
      const { type, body } = await formOf(Buffer.from(`code,name\n${unique('ST')},Paphos\n`), 'stations.csv')
      const { body: sheet } = await admin.send('/imports/stations', body, type)
      return { as: admin, params: { resource: 'stations', sheet: sheet['id'] }, body: { columns: sheet['columns'] } }
    },
    cancelTask: async () => bare(await started()),
    undoTask: async () => {
      const task = await started()
      await workOff(api)
      return bare(task)
    },
    undoChange: async () => {
      // The history uses the clock of the database.
      await desk.at(new Date().toISOString())
      const { id } = await make(desk.admin, 'stations')
      await desk.admin.patch(`/stations/${String(id)}`, { city: 'Paphos' }, { ifMatch: '*' })
      return { as: desk.admin, body: { resource: 'stations', record_id: id } }
    },
    startBackup: async () => ({ as: desk.admin, body: {} }),
    patchCompany: async () => ({ as: desk.admin, body: { name: unique('Sun Coaches ') } }),
    createSavedView: async () => ({ as: desk.admin, body: { ...VIEW, name: unique('View ') } }),
    updateSavedView: async () => on(await viewed(), { per_page: 50 }),
    deleteSavedView: async () => bare(await viewed()),

    distinguishCustomers: async () => on(await customer(), { other_id: (await customer())['id'] }),
    mergeCustomers: async () => {
      const other = await customer()
      return on(await customer(), { other_id: other['id'], other_version: other['version'] })
    },
    eraseCustomer: async () => on(await customer({ phone: null, email: null }), why),
    setCreditLimit: async () => on(await customer(), { ...why, credit_limit_minor: 1000 }),
    setLegalHold: async () => on(await customer(), { ...why, legal_hold_reason: 'Case 12' }),
    blockCustomer: async () => on(await customer(), why),
    unblockCustomer: async () => {
      const blocked = await customer()
      await desk.admin.post(`/customers/${String(blocked['id'])}/block`, why, { ifMatch: '*' })
      return on(blocked, why)
    },

    endSecondFactor: async () => ({ as: (await withSecondFactor()).client, body: { password: PASSWORD } }),
    resetSecondFactor: async () => bare(await withSecondFactor()),
    endOwnSession: async () => {
      const { client, sessionId } = await otherSession()
      return { as: client, params: { id: sessionId } }
    },
    endOtherSessions: async () => ({ as: (await otherSession()).client }),
    endUserSession: async () => {
      const { id, sessionId } = await otherSession()
      return { as: desk.admin, params: { id, sessionId } }
    },
  }
}
