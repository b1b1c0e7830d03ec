import type { Role, USER_STATUSES } from '../../../../contract/core/vocabulary'
import type { Language } from '../../../../contract/core/languages'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { dayAfter } from '../../../domain/timetable/calendar'
import { DAY_MS, HOUR_MS, type Clock } from '../clock'
import { stationId } from '../network/stations'
import type { RowOf } from '../rows'

export const userId = (username: string): string => idOf('user', username)

interface Person {
  username: string
  first: string
  last: string
  role: Role
  locale: Language
  status?: (typeof USER_STATUSES)[number]
  stations?: readonly string[]
}

/** Invented names; the users that the sign-in page offers come first. */
export const USERS: readonly Person[] = [
  { username: 'admin', first: 'Elena', last: 'Navarro', role: 'admin', locale: 'en' },
  { username: 'dispatcher', first: 'Samira', last: 'Haddad', role: 'dispatcher', locale: 'en' },
  { username: 'agent', first: 'Lucía', last: 'Campos', role: 'agent', locale: 'en' },
  { username: 'javier.montes', first: 'Javier', last: 'Montes', role: 'manager', locale: 'es' },
  { username: 'pablo.reina', first: 'Pablo', last: 'Reina', role: 'dispatcher', locale: 'es' },
  { username: 'oliver.grant', first: 'Oliver', last: 'Grant', role: 'agent', locale: 'en', stations: ['AGP'] },
  { username: 'chloe.martin', first: 'Chloé', last: 'Martin', role: 'agent', locale: 'fr', stations: ['MAR', 'BANUS'] },
  { username: 'ingrid.sommer', first: 'Ingrid', last: 'Sommer', role: 'accountant', locale: 'de' },
  { username: 'yusuf.karam', first: 'Yusuf', last: 'Karam', role: 'viewer', locale: 'ae' },
  { username: 'teresa.ibarra', first: 'Teresa', last: 'Ibarra', role: 'manager', locale: 'es' },
  { username: 'marta.soler', first: 'Marta', last: 'Soler', role: 'agent', locale: 'es', status: 'invited' },
  { username: 'ben.hollis', first: 'Ben', last: 'Hollis', role: 'agent', locale: 'en', status: 'disabled' },
]

/** Accounts that sell, with their share of the sales. */
export const SELLERS: readonly (readonly [username: string, weight: number])[] = [
  ['agent', 5],
  ['oliver.grant', 4],
  ['chloe.martin', 3],
  ['dispatcher', 1],
]

export function users(clock: Clock): RowOf<'users'>[] {
  return USERS.map(({ username, first, last, role, locale, status = 'active', stations = [] }, index) => {
    const chance = new Chance(`user ${username}`)
    const seen = clock.now - (status === 'disabled' ? 74 * DAY_MS : chance.int(1, 40) * HOUR_MS)
    const since = `${dayAfter(clock.today, status === 'invited' ? -2 : -420 + index * 23)}T08:00:00Z`
    return {
      id: userId(username),
      username,
      email: `${
        username.includes('.')
          ? username
          : `${first}.${last}`
              .normalize('NFD')
              .replace(/[^A-Za-z.]/g, '')
              .toLowerCase()
      }@example.com`,
      first_name: first,
      last_name: last,
      is_staff: true,
      role,
      station_scope: stations.map(stationId),
      locale,
      status,
      password_hash: null,
      password_expires_at: null,
      must_change_password: false,
      mfa_enabled: role === 'accountant',
      last_login_at: status === 'invited' ? null : utcText(seen),
      created_at: since,
      updated_at: since,
    }
  })
}
