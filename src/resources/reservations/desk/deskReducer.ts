import type { Reservation } from '../../../../contract/entities/reservation'
import type { Phones } from '../../../ui/usePhones'
import {
  NO_EXTRAS,
  ONE_ADULT,
  firstCaller,
  missingOf,
  partyOf,
  travelling,
  type DepartureSearch,
  type Sold,
} from './deskTypes'
import { NOTHING_PAID, givenOf } from './paying'
import type { SeatSale } from './sales'
import type { Start } from './start'
import type { Trip } from './trip'

/** The field or decision that a sale lacks; null = none. */
type Missing = 'name' | 'phone' | 'email' | 'departure' | 'hold' | 'customer' | 'given' | null

export interface DeskState {
  /** The typed input, in the form in which it is stored. */
  sale: SeatSale
  /** An on-request departure: no hold is created until staff answer. */
  request: Trip | null
  /** The last chosen trip, held or not. */
  chosen: Trip | null
  missing: Missing
  /** A change of the price between its display and the confirmation, in minor units. */
  repriced: { before: number; now: number; currency: string } | null
  confirming: boolean
  done: Sold | null
  /** Counter; each increase moves the focus to the cash amount. */
  payFocus: number
}

/** How a confirmation ended: sold, at another price, or refused when empty. */
export type SaleResult = Partial<Pick<DeskState, 'done' | 'repriced'>>

type DeskAction =
  | { type: 'edit'; values: Partial<SeatSale> }
  | { type: 'payCash' }
  | { type: 'choose' | 'request'; trip: Trip }
  | { type: 'confirm'; missing: Missing }
  | { type: 'settle'; result: SaleResult }

export const isOnRequest = ({ legs: [{ sales_status }] }: Trip): boolean => sales_status === 'on_request'

/** Returns the state at the start of a sale. @param language language of a caller who is not a known customer */
export function initialDesk(start: Start, search: DepartureSearch, language: string): DeskState {
  const party = start.trip && partyOf(travelling(start.trip))
  const stored = start.resumed?.sale
  const sale: SeatSale = {
    kind: 'seat',
    caller: firstCaller(start.customer, language),
    counts: party?.counts ?? ONE_ADULT,
    travellers: party?.travellers ?? {},
    extras: NO_EXTRAS,
    payment: null,
    paying: NOTHING_PAID,
    override: null,
    notes: '',
    way: search,
    backWay: null,
    isReleased: false,
  }
  return {
    sale: stored?.kind === 'seat' ? { ...sale, ...stored } : sale,
    request: null,
    chosen: null,
    missing: null,
    repriced: null,
    confirming: false,
    done: null,
    payFocus: 0,
  }
}

/** Returns the same sale when no value differs, so that an edit without changes is not stored. */
const edited = (sale: SeatSale, values: Partial<SeatSale>): SeatSale =>
  Object.entries(values).every(([field, value]) => sale[field as keyof SeatSale] === value)
    ? sale
    : { ...sale, ...values }

/** Returns the state of a sale after an action. */
export const deskReducer = (state: DeskState, action: DeskAction): DeskState => ({
  ...state,
  ...changes(state, action),
})

function changes({ sale, request, payFocus }: DeskState, action: DeskAction): Partial<DeskState> {
  switch (action.type) {
    case 'edit':
      return { sale: edited(sale, action.values) }
    case 'payCash':
      return { sale: edited(sale, { payment: 'cash' }), payFocus: payFocus + 1 }
    case 'choose':
      return {
        sale: edited(sale, { isReleased: false }),
        chosen: action.trip,
        missing: null,
        repriced: null,
        request: isOnRequest(action.trip) ? request : null,
      }
    case 'request':
      return { request: action.trip }
    case 'confirm':
      return action.missing ? { missing: action.missing } : { missing: null, repriced: null, confirming: true }
    case 'settle':
      return { ...action.result, confirming: false }
  }
}

/** Returns the first problem to fix before the sale can be confirmed. @param parse parses a typed phone number */
export function missingIn(
  { sale: { caller, payment, paying }, request }: DeskState,
  hold: Reservation | null,
  parse: Phones['parse'],
  locale: string,
): Missing {
  const missing = missingOf(caller, parse)
  if (missing) return missing
  if (!hold && !request) return 'departure'
  if (hold && hold.status !== 'on_hold') return 'hold'
  if (hold && payment === 'cash' && givenOf(paying, hold, locale) === null) return 'given'
  return payment === 'on_account' && caller.customerId === null ? 'customer' : null
}
