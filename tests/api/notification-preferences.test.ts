import { describe, expect, it } from 'vitest'
import { DEFAULT_NOTIFICATION_PREFERENCES } from '../../contract/entities/notification-preferences'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { signIn, type SignedIn } from '../support/live'

const api = useApi()
const booking = useBooking(api)
const ADDRESS = '/notifications/preferences'

const as = (me: SignedIn): Client => api.client({ authorization: `Bearer ${me.token}` })
const choose = (me: SignedIn, more: Json) => as(me).put(ADDRESS, { ...DEFAULT_NOTIFICATION_PREFERENCES, ...more })

async function kindsSentTo({ userId }: SignedIn) {
  const rows = await api.db.selectFrom('notifications').select('kind').where('user_id', '=', userId).execute()
  return rows.map(({ kind }) => kind).toSorted()
}

async function withdraw(overrides: Json = {}): Promise<void> {
  const vehicle = await make(booking.admin, 'vehicles', overrides)
  const withdrawn = { status: 'out_of_service', status_reason: 'Gearbox' }
  await booking.admin.patch(`/vehicles/${String(vehicle['id'])}`, withdrawn, { ifMatch: '*' })
}

describe('notification preferences', () => {
  it('are the defaults until the user changes them, and belong to one user', async () => {
    const [me, other] = [await signIn(api), await signIn(api)]
    expect((await as(me).get(ADDRESS)).body).toEqual(DEFAULT_NOTIFICATION_PREFERENCES)
    const chosen = {
      scope: 'all',
      muted_types: ['vehicle_update'],
      station_ids: [],
      sound: true,
      browser: true,
      quiet_hours: { from: '22:00', until: '06:00' },
    }
    expect((await as(me).put(ADDRESS, chosen)).body).toEqual(chosen)
    expect((await as(me).put(ADDRESS, { ...chosen, quiet_hours: null })).status).toBe(200)
    expect((await as(me).get(ADDRESS)).body).toEqual({ ...chosen, quiet_hours: null })
    expect((await as(other).get(ADDRESS)).body).toEqual(DEFAULT_NOTIFICATION_PREFERENCES)
    const entries = await api.db
      .selectFrom('audit_events')
      .select(['action', 'changes'])
      .where('entity_id', '=', me.userId)
      .orderBy('at')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual(Array(2).fill('notification_preferences.updated'))
    expect(entries[1]?.changes).toEqual([{ field: 'quiet_hours', old: chosen.quiet_hours, new: null }])
  })

  it.each([
    [{ muted_types: ['system_alert'] }, 'muted_types'],
    [{ muted_types: ['nonsense'] }, 'muted_types'],
    [{ station_ids: ['7'] }, 'station_ids'],
    [{ quiet_hours: { from: '22:00', until: '22:00' } }, 'quiet_hours'],
    [{ quiet_hours: { from: '24:00', until: '06:00' } }, 'quiet_hours'],
    [{ sound: 'loud' }, 'sound'],
    [{ scope: 'some' }, 'scope'],
  ])('refuse %j', async (wrong, field) => {
    const answer = await choose(await signIn(api), wrong)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body['errors'])).toContain(field)
  })

  it('are not accessible without sign-in', async () => {
    expect((await api.client({}).get(ADDRESS)).status).toBe(401)
    expect((await api.client({}).put(ADDRESS, DEFAULT_NOTIFICATION_PREFERENCES)).status).toBe(401)
  })

  it('exclude the muted types, and nothing else', async () => {
    const [me, other] = [await signIn(api, { role: 'manager' }), await signIn(api, { role: 'manager' })]
    await choose(me, { scope: 'all', muted_types: ['vehicle_update'] })
    await choose(other, { scope: 'all' })
    await withdraw()
    await make(booking.admin, 'routes')
    expect(await kindsSentTo(me)).toEqual(['route_created'])
    expect(await kindsSentTo(other)).toEqual(['route_created', 'vehicle_withdrawn'])
  })

  it('exclude what needs no attention, unless the user follows everything', async () => {
    const [me, other] = [await signIn(api, { role: 'manager' }), await signIn(api, { role: 'manager' })]
    await choose(other, { scope: 'all' })
    await withdraw()
    expect([await kindsSentTo(me), await kindsSentTo(other)]).toEqual([[], ['vehicle_withdrawn']])
  })

  it('limit notifications to the chosen stations, and to those of no station', async () => {
    const me = await signIn(api, { role: 'dispatcher' })
    const [mine, theirs] = [await make(booking.admin, 'stations'), await make(booking.admin, 'stations')]
    await choose(me, { station_ids: [mine['id']] })
    await withdraw({ home_station_id: theirs['id'] })
    expect(await kindsSentTo(me)).toEqual([])
    await withdraw({ home_station_id: mine['id'] })
    await withdraw()
    expect(await kindsSentTo(me)).toEqual(['vehicle_withdrawn', 'vehicle_withdrawn'])
  })

  it('lose a deleted station, and refuse an unknown one', async () => {
    const me = await signIn(api, { role: 'dispatcher' })
    const [gone, remaining] = [await make(booking.admin, 'stations'), await make(booking.admin, 'stations')]
    await choose(me, { station_ids: [gone['id'], remaining['id']] })
    await booking.admin.delete(`/stations/${String(gone['id'])}`, { ifMatch: '*' })
    expect((await as(me).get(ADDRESS)).body['station_ids']).toEqual([remaining['id']])
    const refused = await choose(me, { station_ids: [remaining['id'], gone['id']] })
    expect([refused.status, refused.body['errors']]).toMatchObject([422, [{ pointer: '/station_ids/1' }]])

    await booking.admin.delete(`/stations/${String(remaining['id'])}`, { ifMatch: '*' })
    await withdraw({ home_station_id: (await make(booking.admin, 'stations'))['id'] })
    expect(await kindsSentTo(me)).toEqual(['vehicle_withdrawn'])
  })
})
