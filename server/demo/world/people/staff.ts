import type { LICENCE_CATEGORIES, STAFF_ROLES, STAFF_STATUSES } from '../../../../contract/core/vocabulary'
import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { dayAfter } from '../../../domain/timetable/calendar'
import { DAY_MS, type Clock } from '../clock'
import type { RowOf } from '../rows'
import { userId } from './users'

type StaffRole = (typeof STAFF_ROLES)[number]
type Licence = (typeof LICENCE_CATEGORIES)[number]

interface Person {
  first: string
  last: string
  roles: StaffRole[]
  /** Username of their account. */
  user?: string
}

/** Invented names. */
const DRIVERS: readonly Person[] = [
  'Antonio|Baena, Manuel|Cortés, Rocío|Lara, Francisco|Olmedo, Mohamed|Bennani, Carmen|Rueda, Rafael|Guerra',
  'Ionel|Munteanu, Isabel|Prados, José Luis|Arroyo, Karim|El Fassi, Sergio|Valverde, Dolores|Aranda',
  'Andrzej|Nowicki, Miguel Ángel|Toro, Pilar|Cabello, Youssef|Amrani, Juan Carlos|Luque, Nuria|Escobar',
  'Viktor|Petkov, Alberto|Zafra, Encarnación|Moya, Fernando|Quesada, Said|Berrada, Cristina|Palma',
  'Óscar|Jurado, Emilio|Narváez, Beatriz|Carmona, Hamid|Tazi, Raúl|Espejo, Gonzalo|Merino',
]
  .flatMap((names) => names.split(', '))
  .map((name, index) => {
    const [first = '', last = ''] = name.split('|')
    return { first, last, roles: index % 9 === 4 ? ['driver', 'guide'] : ['driver'] }
  })
const OFFICE: readonly Person[] = [
  { first: 'Samira', last: 'Haddad', roles: ['dispatcher'], user: 'dispatcher' },
  { first: 'Pablo', last: 'Reina', roles: ['dispatcher'], user: 'pablo.reina' },
  { first: 'Lucía', last: 'Campos', roles: ['agent'], user: 'agent' },
  { first: 'Oliver', last: 'Grant', roles: ['agent'], user: 'oliver.grant' },
  { first: 'Chloé', last: 'Martin', roles: ['agent', 'guide'], user: 'chloe.martin' },
  { first: 'Ana Belén', last: 'Frías', roles: ['guide'] },
  { first: 'Henrik', last: 'Dahl', roles: ['guide'] },
  { first: 'Tomás', last: 'Alcaide', roles: ['mechanic'] },
  { first: 'Lorenzo', last: 'Vidal', roles: ['mechanic'] },
]
const SPEAK_ARABIC = ['Mohamed', 'Karim', 'Youssef', 'Said', 'Hamid', 'Samira']

/** Days from today on which the licence of a driver expires, by the driver's number. */
const LICENCE_ENDS: Readonly<Record<number, number>> = { 4: 11, 12: 24, 26: 40 }
const MEDICAL_ENDS: Readonly<Record<number, number>> = { 9: 8, 19: 19 }
const HAS_LEFT = 31
const IS_SUSPENDED = 30

export interface Driver {
  id: string
  /** From 1. */
  number: number
  licences: readonly Licence[]
  /** Last days of the licence and of the medical certificate, `YYYY-MM-DD`. */
  licenceUntil: string
  medicalUntil: string
  isActive: boolean
}

const staffId = (number: number): string => idOf('staff', number)

/** Returns the drivers in the form that the roster uses. */
export function drivers(clock: Clock): Driver[] {
  return DRIVERS.map((_, index) => ({
    id: staffId(index + 1),
    number: index + 1,
    licences: licencesOf(index + 1),
    licenceUntil: clock.day(LICENCE_ENDS[index + 1] ?? new Chance(`licence ${index}`).int(150, 1500)),
    medicalUntil: clock.day(MEDICAL_ENDS[index + 1] ?? new Chance(`medical ${index}`).int(60, 700)),
    isActive: index + 1 !== HAS_LEFT && index + 1 !== IS_SUSPENDED,
  }))
}

const licencesOf = (number: number): Licence[] => (number % 6 === 0 ? ['B', 'D', 'DE'] : ['B', 'D'])

export function staff(clock: Clock): RowOf<'staff'>[] {
  const known = drivers(clock)
  return [...DRIVERS, ...OFFICE].map(({ first, last, roles, user }, index) => {
    const number = index + 1
    const driver = known[index]
    const chance = new Chance(`staff ${number}`)
    const since = `${dayAfter(clock.today, -chance.int(60, 420))}T08:00:00Z`
    return {
      id: staffId(number),
      employee_no: `CC-${String(1000 + number * 7)}`,
      first_name: first,
      last_name: last,
      phone: `+34600000${String(200 + number)}`,
      email: `${plain(first)}.${plain(last)}@example.com`,
      roles,
      licence_number: driver ? `${chance.digits(8)}${chance.text('TRWAGMYFPDXBNJZSQVHLCKE', 1)}` : null,
      licence_categories: driver ? [...driver.licences] : [],
      licence_expires_on: driver?.licenceUntil ?? null,
      medical_expires_on: driver?.medicalUntil ?? null,
      languages: languagesOf(chance, first),
      max_daily_drive_min: 540,
      min_rest_min: 660,
      user_id: user === undefined ? null : userId(user),
      status: statusOf(number),
      created_at: since,
      updated_at: since,
    }
  })
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .replaceAll(' ', '')
    .toLowerCase()

function statusOf(number: number): (typeof STAFF_STATUSES)[number] {
  if (number === HAS_LEFT) return 'left'
  return number === IS_SUSPENDED ? 'suspended' : 'active'
}

function languagesOf(chance: Chance, first: string): string[] {
  const others = ['en', 'fr', 'de'].filter((language) => chance.is(language === 'en' ? 0.7 : 0.15))
  return [...new Set(['es', ...(SPEAK_ARABIC.includes(first) ? ['ar', 'fr'] : []), ...others])]
}

interface Absence {
  driver: number
  from: [day: number, time: string]
  to: [day: number, time: string]
  kind: 'leave' | 'sick' | 'training'
  state: 'requested' | 'approved' | 'rejected'
  note: string | null
}

/** One driver is ill today; others are on leave or in training, or have requested leave. */
const ABSENCES: readonly Absence[] = [
  { driver: 3, from: [-1, '00:00'], to: [2, '00:00'], kind: 'sick', state: 'approved', note: 'Certificate received.' },
  { driver: 8, from: [-4, '00:00'], to: [5, '00:00'], kind: 'leave', state: 'approved', note: null },
  { driver: 15, from: [6, '00:00'], to: [13, '00:00'], kind: 'leave', state: 'approved', note: null },
  {
    driver: 21,
    from: [4, '00:00'],
    to: [5, '00:00'],
    kind: 'training',
    state: 'approved',
    note: 'Eco-driving, all day.',
  },
  { driver: 11, from: [12, '00:00'], to: [16, '00:00'], kind: 'leave', state: 'requested', note: 'Family visit.' },
  {
    driver: 24,
    from: [2, '00:00'],
    to: [4, '00:00'],
    kind: 'leave',
    state: 'rejected',
    note: 'Too few drivers on these days.',
  },
]

export function staffAbsences(clock: Clock): (RowOf<'staff_absences'> & { starts_at: string; ends_at: string })[] {
  return ABSENCES.map(({ driver, from, to, kind, state, note }) => {
    const startsAt = clock.at(clock.day(from[0]), from[1])
    const asked = utcText(Math.min(startsAt, clock.now) - (kind === 'sick' ? 0 : 9 * DAY_MS))
    return {
      id: idOf('absence', driver, from[0]),
      staff_id: staffId(driver),
      starts_at: utcText(startsAt),
      ends_at: utcText(clock.at(clock.day(to[0]), to[1])),
      kind,
      state,
      note,
      created_at: asked,
      updated_at: asked,
    }
  })
}
