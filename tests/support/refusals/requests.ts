import type { Json, TestApi } from '../api'
import { adults, type Booking } from '../booking'
import { make } from '../factories'
import { blockedCustomer, type Request } from './operations'
import { AFTER_DEPARTURE, SNACK_STOCK, type World } from './world'

const CREDIT_MINOR = 2000
const FEWEST_TOO_MANY = 61

/** Returns the request that provokes each refusal reason, by operation. */
export function refusedRequests(
  api: TestApi,
  desk: Booking,
  world: World,
): Record<string, (operation: string) => Request | Promise<Request>> {
  const isHire = (operation: string) => operation.includes('hire')
  const asksForNoAddons = (operation: string) => ['octo booking', 'waiting list'].includes(operation)
  const needing = (need: string): Request => ({ on: 'cramped', passengers: [{ category: 'adult', needs: [need] }] })
  const choice = (addon: Json, quantity = 1): Json => ({ addon_id: addon['id'], quantity })
  /** A seller or customer with a credit limit above the price of the plain offer and below that of the dear one. */
  const onCredit = async (operation: string): Promise<Request> => {
    if (/partner|octo/.test(operation)) return { seller: await world.sellerWith(CREDIT_MINOR) }
    const customer = await make(desk.admin, 'customers', { credit_limit_minor: CREDIT_MINOR })
    return { customer, isOnAccount: true }
  }
  const byAgent = async (): Promise<Request> => ({
    as: await api.as('agent'),
    priceOverride: { total_minor: 1, reason: 'Friend' },
  })

  return {
    'no fare': () => ({ on: 'bare' }),
    'no tariff': () => ({ on: 'bare' }),
    'blocked customer': async () => ({ on: 'dear', ...(await blockedCustomer(desk)) }),
    'beyond the credit limit': async (operation) => ({ on: 'dear', ...(await onCredit(operation)) }),
    'credit in another currency': async (operation) => ({ on: 'yen', ...(await onCredit(operation)) }),
    'another currency': (operation) => {
      if (operation === 'hire') return { addons: [choice(world.yenAddon)] }
      if (operation === 'revise') return { on: 'yen', paidMinor: 500 }
      if (/change|amend|move/.test(operation)) return { on: 'yen' }
      return { on: 'mixed', passengers: [...adults(1), { category: 'child' }] }
    },
    departed: async (operation) => ({
      on: 'gone',
      ...(operation === 'waiting list' && { journey: await world.depart({ capacity: 1, departure_time: '07:05:00' }) }),
      obstruct: () => desk.at(AFTER_DEPARTURE),
    }),
    'no seat or vehicle': async (operation) => {
      if (operation !== 'waiting list') return { on: 'full' }
      const journey = await world.depart({ capacity: 2 })
      await desk.book(journey, 1)
      return { journey, passengers: adults(2) }
    },
    'no wheelchair space': () => needing('wheelchair'),
    'no child seat': () => needing('child_seat'),
    'no room for luggage': (operation) =>
      asksForNoAddons(operation) ? { on: 'heavy' } : { on: 'cramped', addons: [choice(world.trunk)] },
    'larger than the vehicle type': () => ({ on: 'small', passengers: adults(3) }),
    'most passengers': (operation) => ({
      passengers: adults(FEWEST_TOO_MANY),
      passengersBefore: adults(1),
      // A hire may carry more passengers than are named.
      ...(operation === 'change hire' && { run: { passengers: 501 } }),
    }),
    'most of an add-on': () => ({
      passengers: adults(3),
      passengersBefore: adults(2),
      addons: [choice(world.meal)],
    }),
    'stock used up': async (operation) => {
      if (asksForNoAddons(operation)) return { on: 'rationed' }
      const addons = [choice(world.snack)]
      if (operation !== 'approve') return { on: 'eaten', addons }
      const journey = await world.depart()
      return {
        journey,
        addons,
        obstruct: () => desk.book(journey, 1, { addons: [choice(world.snack, SNACK_STOCK)] }),
      }
    },
    'manual price beyond the limit of an agent': async (operation) => ({
      ...(isHire(operation) && { on: 'dear' as const }),
      ...(await byAgent()),
    }),
    'test key on a live trip': async () => ({
      on: 'dear',
      other: await world.keyOf(world.seller.partner, 'test'),
    }),
  }
}
