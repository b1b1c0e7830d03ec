import type { Journey } from '../../../contract/entities/journey'
import { LIMITED_AVAILABILITY_BP } from '../../../contract/core/limits/sales'

type OnSale = Pick<Journey, 'kind' | 'capacity' | 'sales_status' | 'service_status'> & { seats_left: number }

const BP = 10_000

/** Returns the availability of a journey as a whole for sellers. Values are those of OCTO. */
export function availabilityStatus(journey: OnSale): Journey['availability_status'] {
  const { kind, sales_status, service_status, seats_left } = journey
  const runs = service_status === 'scheduled' || service_status === 'boarding'
  if (kind !== 'passenger' || sales_status !== 'open' || !runs) return 'CLOSED'
  if (seats_left <= 0) return 'SOLD_OUT'
  return seats_left * BP <= (journey.capacity ?? 0) * LIMITED_AVAILABILITY_BP ? 'LIMITED' : 'AVAILABLE'
}
