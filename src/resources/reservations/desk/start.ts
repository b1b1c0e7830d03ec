import { useQuery } from '@tanstack/react-query'
import { useGetOne } from 'react-admin'
import type { Customer } from '../../../../contract/entities/customer'
import type { Reservation } from '../../../../contract/entities/reservation'
import { useUser } from '../../../providers/auth/useSession'
import { useFormat } from '../../../ui/useFormat'
import { readSale, type Resumed } from './sales'

/** Start of a sale: empty, for a customer, repeating a trip, or resuming an earlier sale. */
export interface Start {
  customer: Customer | null
  trip: Reservation | null
  resumed: Resumed | null
  /** Id of the sale while it has no hold. */
  saleId: string
  /** Called with the id of the stored sale. */
  onSaved: (saleId: string) => void
}

/** Parameters in the address of a new sale. */
export interface Opening {
  customerId: string | null
  tripId: string | null
  /** Id of the sale to resume. */
  saleId: string | null
}

interface Opened extends Pick<Start, 'customer' | 'trip' | 'resumed'> {
  /** The reservation of a sale that is already complete. */
  finished: Reservation | null
}

/** Reads the start of a sale; null while loading. Records that cannot be read are omitted. */
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
