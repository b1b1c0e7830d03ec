import { useQuery } from '@tanstack/react-query'
import { useGetOne } from 'react-admin'
import type { Customer } from '../../../../contract/entities/customer'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Language } from '../../../../contract/core/languages'
import { useUser } from '../../../providers/auth/useSession'
import { useFormat } from '../../../ui/useFormat'
import { NO_CALLER, callerOf, type Caller } from './deskTypes'
import { readSale, type Resumed } from './sales'

/** What a sale begins with: nothing, the customer whom the page was opened for, a trip to be booked again, or a sale left before. */
export interface Start {
  customer: Customer | null
  trip: Reservation | null
  resumed: Resumed | null
  /** What the sale is known by while it holds nothing. */
  saleId: string
  /** Told by what it is known from here on. */
  onKept: (saleId: string) => void
}

/** Who calls when a sale begins: whom it was opened for, or somebody unknown who speaks the reader's language. */
export const firstCaller = ({ customer }: Start, language: string): Caller =>
  customer ? callerOf(customer) : { ...NO_CALLER, locale: language as Language }

/** What the address said when the sale was opened. */
export interface Opening {
  customerId: string | null
  tripId: string | null
  /** A sale to go on with. */
  saleId: string | null
}

interface Opened extends Pick<Start, 'customer' | 'trip' | 'resumed'> {
  /** The reservation that the sale has become. */
  finished: Reservation | null
}

/** Reads what a sale begins with; null until that is known. What cannot be read is left out. */
export function useOpened({ customerId, tripId, saleId }: Opening): Opened | null {
  const { t } = useFormat()
  const user = useUser()
  const isSale = saleId !== null && user !== null
  const sale = useQuery({
    queryKey: ['sale', saleId, user?.id],
    queryFn: () => readSale(saleId ?? '', user?.id ?? '', t('app.desk.unnamed')),
    enabled: isSale,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const found = sale.data ?? null
  const resumed = found && 'sale' in found ? found : null
  const callerId = resumed ? resumed.sale.caller.customerId : customerId
  const customer = useGetOne<Customer>('customers', { id: callerId ?? '' }, { enabled: callerId !== null })
  const trip = useGetOne<Reservation>('reservations', { id: tripId ?? '' }, { enabled: tripId !== null && !resumed })
  const isRead =
    (!isSale || !sale.isPending) &&
    (callerId === null || !customer.isPending) &&
    (tripId === null || resumed !== null || !trip.isPending)
  if (!isRead) return null
  return {
    customer: customer.data ?? null,
    trip: resumed ? null : (trip.data ?? null),
    resumed,
    finished: found && !('sale' in found) ? found : null,
  }
}
