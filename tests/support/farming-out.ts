import type { Json, TestApi } from './api'
import type { Booking } from './booking'
import { make } from './factories'
import { workOff } from './work'

/** Provides the usual steps of tests on journeys that other companies operate. */
export function useFarmingOut(api: TestApi, desk: Booking) {
  const affiliate = (more: Json = {}) =>
    make(desk.admin, 'partners', { kind: 'affiliate', status: 'active', trading_name: 'Sun Coaches', ...more })
  const journeyOf = async ({ id }: Json) => (await desk.admin.get(`/journeys/${String(id)}`)).body
  const give = (job: Json, partner: Json | null) =>
    desk.step(job, 'assign', { operated_by_partner_id: partner?.['id'] ?? null })

  async function crewed(more: Json = {}) {
    const [vehicle, driver, mate] = [
      await make(desk.admin, 'vehicles', { seats_override: 40 }),
      await make(desk.admin, 'staff'),
      await make(desk.admin, 'staff'),
    ]
    const people = { vehicle_id: vehicle['id'], driver_id: driver['id'], co_driver_id: mate['id'] }
    const journey = await make(desk.admin, 'journeys', { ...people, ...more })
    return { journey, vehicle, driver, people }
  }

  const mailsOf = async (job: Json) => {
    await workOff(api, null)
    return (await desk.admin.list('mails', { filter: { entity_id: job['id'] }, sort: ['created_at', 'ASC'] })).rows
  }
  const kindsOf = async (job: Json) => (await mailsOf(job)).map((mail) => mail['kind'])

  const resolve = (vehicle: Json, jobs: Json[], simulate = false) =>
    desk.admin.post('/resolutions', {
      cause: {
        kind: 'downtime',
        vehicle_id: vehicle['id'],
        starts_at: '2030-05-20T05:00:00Z',
        ends_at: null,
        downtime_kind: 'breakdown',
      },
      jobs,
      reason: 'Engine',
      simulate,
    })

  return { affiliate, journeyOf, give, crewed, mailsOf, kindsOf, resolve }
}
