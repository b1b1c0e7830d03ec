import { utcText } from '../../../domain/timetable/service-time'
import { Chance, idOf } from '../chance'
import { HOUR_MS, type Clock } from '../clock'
import type { FullRow } from '../rows'
import { COMPANIES, NATIONS, type Nation } from './nations'

const CUSTOMERS = 400
const DOMAINS = ['example.com', 'example.net', 'example.org'] as const
const NOTES = [
  'Always asks for the front row.',
  'Travels with a folding wheelchair.',
  'Prefers to be called, not written to.',
  'Comes every spring with the same group.',
  'Invoice to the office, not to the traveller.',
] as const
const NEWEST_DAYS = 420

export interface Customer {
  row: FullRow<'customers'>
  /** Country of the customer. */
  country: string
}

/** Returns people and companies from the countries that travel to the coast. */
export function customers(clock: Clock): Customer[] {
  const taken: Taken = { addresses: new Map(), phones: new Set() }
  const people = Array.from({ length: CUSTOMERS - COMPANIES.length }, (_, index) => person(index, clock, taken))
  const companies = COMPANIES.map((company, index) => companyCustomer(company, index, clock, taken))
  const all = [...people, ...companies]
  return all.map(({ row, country }, index) => ({ country, row: { ...row, ...special(index, all[index - 1]?.row) } }))
}

function special(index: number, before: Customer['row'] | undefined): Partial<Customer['row']> {
  if (index === BLOCKED) return { is_blocked: true, blocked_reason: 'Three no-shows and an unpaid invoice' }
  if (index === MERGED) return { merged_into_id: customerId(MERGED - 1), notes: 'Entered twice.' }
  if (!before || !ENTERED_TWICE.includes(index)) return {}
  const { first_name, last_name, phone } = before
  return { first_name, last_name, phone, email: null }
}

const BLOCKED = 37
const MERGED = 112
/** Same person as the previous customer, entered again for a booking by phone; each has a phone number. */
const ENTERED_TWICE = [63, 151, 239]

/** Values of the previous customers: a name may repeat, an address or a phone number may not. */
interface Taken {
  /** Number of customers by the name in their email address. */
  addresses: Map<string, number>
  phones: Set<string>
}

/** Returns an unused number of the nation's block; null when the block is used up. */
function phoneFrom(nation: Nation, chance: Chance, taken: Set<string>): string | null {
  const block = 10 ** nation.phoneDigits
  const drawn = Number(chance.digits(nation.phoneDigits))
  for (let step = 0; step < block; step += 1) {
    const phone = `${nation.phone}${String((drawn + step) % block).padStart(nation.phoneDigits, '0')}`
    if (taken.has(phone)) continue
    taken.add(phone)
    return phone
  }
  return null
}

const customerId = (index: number) => idOf('customer', index)

/** Returns a given and a family name as written, and the start of an email address in Latin letters. */
export function nameFrom(nation: Nation, chance: Chance): { first: string; last: string; latin: string } {
  const [first, latinFirst] = both(chance.pick(nation.first))
  const [last, latinLast] = both(chance.pick(nation.last))
  return { first, last, latin: `${plain(latinFirst)}.${plain(latinLast)}` }
}

const both = (name: string | readonly [string, string]): readonly [string, string] =>
  typeof name === 'string' ? [name, name] : name

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const SHARES = NATIONS.map((nation) => [nation, nation.share] as const)

export const anyNation = (chance: Chance): Nation => chance.weighted(SHARES)
export const nationOf = (country: string): Nation | undefined => NATIONS.find((nation) => nation.country === country)

function person(index: number, clock: Clock, taken: Taken): Customer {
  const chance = new Chance(`customer ${index}`)
  const nation = anyNation(chance)
  const { first, last, latin } = nameFrom(nation, chance)
  const before = taken.addresses.get(latin) ?? 0
  taken.addresses.set(latin, before + 1)
  const tags = [chance.is(0.06) ? 'vip' : '', chance.is(0.2) ? 'regular' : '', chance.is(0.03) ? 'wheelchair' : '']
  return {
    country: nation.country,
    row: {
      ...common(index, chance, clock),
      kind: 'person',
      first_name: first,
      last_name: last,
      company_name: null,
      email: chance.is(0.92) ? `${latin}${before === 0 ? '' : before + 1}@${chance.pick(DOMAINS)}` : null,
      phone: chance.is(0.95) ? phoneFrom(nation, chance, taken.phones) : null,
      locale: nation.locale,
      tags: tags.filter((tag) => tag !== ''),
      tax_number: null,
      credit_limit_minor: null,
    },
  }
}

function companyCustomer(
  { name, country, tag }: (typeof COMPANIES)[number],
  index: number,
  clock: Clock,
  { phones }: Taken,
): Customer {
  const chance = new Chance(`company ${name}`)
  const nation = nationOf(country)
  const contact = nation ? nameFrom(nation, chance) : { first: null, last: null, latin: 'office' }
  return {
    country,
    row: {
      ...common(CUSTOMERS + index, chance, clock),
      kind: 'company',
      first_name: contact.first,
      last_name: contact.last,
      company_name: name,
      email: `${contact.latin}.${tag}${index + 1}@${chance.pick(DOMAINS)}`,
      phone: nation ? phoneFrom(nation, chance, phones) : null,
      locale: nation?.locale ?? 'en',
      tags: chance.is(0.3) ? [tag, 'vip'] : [tag],
      tax_number: country === 'ES' ? `B${chance.digits(8)}` : `${country}${chance.digits(9)}`,
      credit_limit_minor: chance.is(0.75) ? chance.pick([100_000, 250_000, 500_000, 1_000_000]) : null,
    },
  }
}

function common(index: number, chance: Chance, clock: Clock) {
  const createdAt = clock.now - Math.floor(chance.next() ** 1.6 * NEWEST_DAYS * 24) * HOUR_MS - HOUR_MS
  const updatedAt = Math.max(createdAt, clock.now - chance.int(1, 200 * 24) * HOUR_MS)
  return {
    id: customerId(index),
    notes: chance.is(0.08) ? chance.pick(NOTES) : null,
    is_blocked: false,
    blocked_reason: null,
    consent_marketing: chance.is(0.35),
    legal_hold_reason: null,
    merged_into_id: null,
    anonymised_at: null,
    created_at: utcText(createdAt),
    updated_at: utcText(updatedAt),
  }
}
