import type { Chance } from '../chance'
import { anyNation, nameFrom, nationOf, type Customer } from '../people/customers'
import type { Nation } from '../people/nations'
import { SELLING_PARTNERS } from '../sales/partners'
import type { Channel, Party, Passenger } from './booking'

const CHANNEL_WEIGHTS: readonly (readonly [Channel, number])[] = [
  ['web', 46],
  ['back_office', 21],
  ['phone', 17],
  ['partner', 16],
]
const SIZES: readonly (readonly [number, number])[] = [
  [1, 27],
  [2, 38],
  [3, 12],
  [4, 13],
  [5, 4],
  [6, 3],
]
/** Shares of reservations that a company makes for a group, and that a known customer makes. */
const GROUP_SHARE = 0.035
const KNOWN_SHARE = 0.72
const GROUP_SIZE = [10, 26] as const

/** Customers who may book. */
export interface Clientele {
  people: Customer[]
  companies: Customer[]
}

export function clienteleOf(customers: readonly Customer[]): Clientele {
  const welcome = customers.filter(({ row }) => !row.is_blocked && row.merged_into_id === null)
  return {
    people: welcome.filter(({ row }) => row.kind === 'person'),
    companies: welcome.filter(({ row }) => row.kind === 'company'),
  }
}

/** Returns a customer with the passengers who travel with them, at most `room` in all. */
export function makeParty(chance: Chance, { people, companies }: Clientele, room: number): Party {
  const isGroup = room >= GROUP_SIZE[0] && chance.is(GROUP_SHARE)
  if (isGroup) return makeGroup(chance, companies, Math.min(room, chance.int(...GROUP_SIZE)))
  const channel = chance.weighted(CHANNEL_WEIGHTS)
  const customer = channel !== 'partner' && chance.is(KNOWN_SHARE) ? chance.pick(people) : null
  const nation = (customer && nationOf(customer.country)) ?? anyNation(chance)
  const lead = customer
    ? { first: customer.row.first_name ?? '', last: customer.row.last_name ?? '', latin: '' }
    : nameFrom(nation, chance)
  const size = Math.min(room, chance.weighted(SIZES))
  return {
    channel,
    partner: channel === 'partner' ? chance.pick(SELLING_PARTNERS) : null,
    customer,
    name: `${lead.first} ${lead.last}`,
    phone: customer
      ? customer.row.phone
      : chance.is(0.8)
        ? `${nation.phone}${chance.digits(nation.phoneDigits)}`
        : null,
    email: customer ? customer.row.email : chance.is(0.7) ? `${lead.latin}.${chance.digits(2)}@example.com` : null,
    locale: nation.locale,
    passengers: family(chance, size, lead, nation, customer?.row.tags.includes('wheelchair') ?? false),
  }
}

/** Returns a company that books for `size` passengers. */
export function makeGroup(chance: Chance, companies: readonly Customer[], size: number): Party {
  const customer = chance.pick(companies)
  const { row } = customer
  const isSchool = row.tags.includes('school')
  const adults = isSchool ? Math.ceil(size / 8) : size
  return {
    channel: chance.weighted([
      ['back_office', 3],
      ['phone', 2],
    ]),
    partner: null,
    customer,
    name: `${row.first_name ?? ''} ${row.last_name ?? ''}`,
    phone: row.phone,
    email: row.email,
    locale: row.locale,
    passengers: Array.from({ length: size }, (_, index) => ({
      category: index < adults ? 'adult' : 'child',
      name: index === 0 ? `${row.first_name ?? ''} ${row.last_name ?? ''}` : null,
      needs: [],
    })),
  }
}

/** Returns the lead passenger, then adults, then children, then perhaps an infant. */
function family(
  chance: Chance,
  size: number,
  lead: { first: string; last: string },
  nation: Nation,
  needsWheelchair: boolean,
): Passenger[] {
  const isSenior = size <= 2 && chance.is(0.18)
  const grownUp = isSenior ? 'senior' : 'adult'
  const children = size >= 3 && chance.is(0.6) ? size - 2 : 0
  const passengers = Array.from({ length: size }, (_, index): Passenger => {
    const category = index < size - children ? grownUp : 'child'
    const known = index === 0 || chance.is(0.6)
    const name = index === 0 ? `${lead.first} ${lead.last}` : `${nameFrom(nation, chance).first} ${lead.last}`
    return { category, name: known ? name : null, needs: category === 'child' && chance.is(0.35) ? ['child_seat'] : [] }
  })
  const [first] = passengers
  if (first && (needsWheelchair || chance.is(0.012))) {
    first.category = 'prm'
    first.needs = ['wheelchair', 'assistance']
  } else if (first && isSenior && chance.is(0.15)) first.needs = ['assistance']
  if (size >= 2 && chance.is(0.05)) passengers.push({ category: 'infant', name: null, needs: ['child_seat'] })
  return passengers
}
