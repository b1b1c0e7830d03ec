import type { Page } from '@playwright/test'
import type { ConsoleResource } from '../../../contract/core/vocabulary'
import type { Client, Json } from '../api'
import { make } from '../factories'
import { box, button, choose, pick } from './screen'
import { label, word } from './words'

interface ResourceCase {
  /** Values that distinguish the record with this word; the second of two also differs in the filtered field. */
  seed: (word: string, place: 0 | 1, api: Client) => Json | Promise<Json>
  /** Text that identifies a record in its row and in its line of the export. */
  called: (record: Json) => string
  link: (record: Json) => string
  sort: string
  /** A filter that matches the second record only. */
  filter: { source: string; option: string }
  edit: { source: string; value: string; shown?: string | RegExp }
  /** How the form creates a record; reservations are created on the reservation page instead. */
  create?: {
    prepare?: (api: Client, word: string) => Promise<Json>
    /** Fills in the required fields. */
    fill: (page: Page, word: string, prepared: Json) => Promise<void>
  }
  /** Steps required before a record may be deleted. */
  release?: (api: Client, record: Json) => Promise<unknown>
}

const code = (record: Json) => String(record['code'])
const english = (record: Json) => (record['name'] as { en: string }).en
const text = (source: string) => (record: Json) => String(record[source])
const field = (page: Page, resource: ConsoleResource, source: string) =>
  box(page.getByRole('main'), label(resource, source))

/** Fills text inputs by field name. */
async function fill(page: Page, resource: ConsoleResource, values: Record<string, string>): Promise<void> {
  for (const [source, value] of Object.entries(values)) await field(page, resource, source).fill(value)
}

const named = (word: string) => ({ code: word, name: { en: `Name of ${word}` } })
const DAY = '2030-05-20'

const CASES: Record<ConsoleResource, ResourceCase> = {
  stations: {
    seed: (word, place) => ({ ...named(word), kind: place ? 'port' : 'stop' }),
    called: code,
    link: english,
    sort: 'code',
    filter: { source: 'kind', option: 'choices.stationKinds.port' },
    edit: { source: 'city', value: 'Limassol' },
    create: {
      fill: async (page, word) => {
        await fill(page, 'stations', { name: `Name of ${word}`, code: word })
        await pick(field(page, 'stations', 'timezone'), 'Nicosia')
      },
    },
  },
  vehicles: {
    seed: (word, place) => ({
      fleet_code: word,
      registration_plate: word,
      ...(place ? { status: 'out_of_service', status_reason: 'Gearbox' } : {}),
    }),
    called: text('fleet_code'),
    link: text('registration_plate'),
    sort: 'fleet_code',
    filter: { source: 'status', option: 'choices.vehicleStatuses.out_of_service' },
    edit: { source: 'make', value: 'Irizar' },
    create: {
      prepare: (api, word) => make(api, 'vehicle-types', named(word)),
      fill: async (page, word, type) => {
        await fill(page, 'vehicles', { registration_plate: word, fleet_code: word })
        await pick(field(page, 'vehicles', 'vehicle_type_id'), english(type))
      },
    },
  },
  'vehicle-types': {
    seed: (word, place) => ({ ...named(word), category: place ? 'minibus' : 'coach' }),
    called: code,
    link: english,
    sort: 'code',
    filter: { source: 'category', option: 'choices.vehicleCategories.minibus' },
    edit: { source: 'seats', value: '47', shown: /^47( seats)?$/ },
    create: { fill: (page, word) => fill(page, 'vehicle-types', { name: `Name of ${word}`, code: word, seats: '19' }) },
  },
  routes: {
    seed: (word, place) => ({ ...named(word), service_kind: place ? 'transfer' : 'shuttle' }),
    called: code,
    link: english,
    sort: 'code',
    filter: { source: 'service_kind', option: 'choices.serviceKinds.transfer' },
    edit: { source: 'name', value: 'Airport to the old port' },
    create: { fill: (page, word) => fill(page, 'routes', { name: `Name of ${word}`, code: word }) },
  },
  staff: {
    seed: (word, place) => ({ employee_no: word, last_name: word, roles: place ? ['guide'] : ['driver'] }),
    called: text('employee_no'),
    link: text('last_name'),
    sort: 'employee_no',
    filter: { source: 'roles', option: 'choices.staffRoles.guide' },
    edit: { source: 'licence_number', value: 'CY-48151623' },
    create: {
      fill: async (page, word) => {
        await fill(page, 'staff', { first_name: 'Eleni', last_name: word, employee_no: word })
        await page.getByRole('checkbox', { name: 'Driver', exact: true }).click()
      },
    },
  },
  customers: {
    seed: (word, place) => ({ last_name: word, ...(place ? { kind: 'company', company_name: `Firm ${word}` } : {}) }),
    called: text('last_name'),
    link: text('last_name'),
    sort: 'last_name',
    filter: { source: 'kind', option: 'choices.customerKinds.company' },
    edit: { source: 'first_name', value: 'Mercedes' },
    create: {
      fill: (page, word) => fill(page, 'customers', { first_name: 'Ana', last_name: word, phone: '+34 600 111 222' }),
    },
  },
  journeys: {
    seed: async (word, place, api) => ({
      route_id: (await make(api, 'routes', named(word)))['id'],
      service_date: DAY,
      capacity: place ? 40 : 30,
      sales_status: place ? 'closed' : 'open',
    }),
    called: code,
    link: code,
    sort: 'code',
    filter: { source: 'sales_status', option: 'choices.salesStatuses.closed' },
    edit: { source: 'notes', value: 'Wait for the late flight.' },
    create: {
      prepare: async (api, word) => {
        await make(api, 'routes', named(word))
        return make(api, 'vehicle-types', named(word))
      },
      fill: async (page, word) => {
        await pick(field(page, 'journeys', 'route_id'), `Name of ${word}`)
        await fill(page, 'journeys', { service_date: DAY, departure_time: '9:15' })
        await pick(field(page, 'journeys', 'vehicle_type_id'), `Name of ${word}`)
      },
    },
  },
  reservations: {
    seed: (word, place) => ({ lead_name: word, channel: place ? 'phone' : 'back_office' }),
    called: text('lead_name'),
    link: text('reference'),
    sort: 'lead_name',
    filter: { source: 'channel', option: 'choices.channels.phone' },
    edit: { source: 'internal_notes', value: 'Travels with a cello.' },
    release: (api, { id }) =>
      api.post(`/reservations/${String(id)}/cancel`, { reason: 'Travels another day' }, { ifMatch: '*' }),
  },
  seasons: {
    seed: (word, place) => ({ ...named(word), status: place ? 'inactive' : 'active' }),
    called: code,
    link: english,
    sort: 'code',
    filter: { source: 'status', option: 'choices.activeStatuses.inactive' },
    edit: { source: 'priority', value: '77' },
    create: {
      fill: async (page, name) => {
        await fill(page, 'seasons', { name: `Name of ${name}`, code: name })
        await button(page, word('app.form.addRow').replace('{{name}}', label('seasons', 'date_ranges'))).click()
        await fill(page, 'seasons', { 'date_ranges.from': '2031-07-01', 'date_ranges.to': '2031-08-31' })
      },
    },
  },
  'pricing-rules': {
    seed: (word, place) => ({ ...named(word), stage: place ? 'total_adjust' : 'fare_adjust' }),
    called: code,
    link: english,
    sort: 'code',
    filter: { source: 'stage', option: 'choices.ruleStages.total_adjust' },
    edit: { source: 'priority', value: '77' },
    create: {
      fill: async (page, name) => {
        await fill(page, 'pricing-rules', { name: `Name of ${name}`, code: name })
        await choose(page, word('app.rule.job'), word('app.rule.jobs.farePercent'))
        await fill(page, 'pricing-rules', { percent_bp: '12.5' })
      },
    },
  },
  addons: {
    seed: (word, place) => ({ ...named(word), category: place ? 'bike' : 'luggage' }),
    called: code,
    link: english,
    sort: 'code',
    filter: { source: 'category', option: 'choices.addonCategories.bike' },
    edit: { source: 'amount_minor', value: '7.25', shown: '€7.25' },
    create: {
      fill: async (page, word) => {
        await fill(page, 'addons', { name: `Name of ${word}`, code: word })
        await pick(field(page, 'addons', 'currency'), 'Euro')
        await fill(page, 'addons', { amount_minor: '12.50' })
      },
    },
  },
  users: {
    seed: (word, place) => ({ username: word, email: `${word}@example.com`, role: place ? 'viewer' : 'agent' }),
    called: text('username'),
    link: text('username'),
    sort: 'username',
    filter: { source: 'role', option: 'choices.roles.viewer' },
    edit: { source: 'last_name', value: 'Papadopoulou' },
    create: { fill: (page, word) => fill(page, 'users', { username: word, email: `${word}@example.com` }) },
  },
  partners: {
    seed: (word, place) => ({ code: word, legal_name: `Firm ${word}`, kind: place ? 'affiliate' : 'reseller' }),
    called: code,
    link: text('legal_name'),
    sort: 'code',
    filter: { source: 'kind', option: 'choices.partnerKinds.affiliate' },
    edit: { source: 'contact_email', value: 'desk@sun-travel.example' },
    create: {
      fill: async (page, word) => {
        await fill(page, 'partners', { legal_name: `Firm ${word}`, code: word, contact_email: 'ops@example.com' })
        await pick(field(page, 'partners', 'currency'), 'Euro')
        await pick(field(page, 'partners', 'timezone'), 'Nicosia')
      },
    },
  },
}

export const RESOURCE_CASES = Object.entries(CASES) as [ConsoleResource, ResourceCase][]
