import { choice, sentence, type Sentence } from '../../../contract/core/sentence'
import type { Quote } from './quote'

export interface NoFare {
  /** The fact and the remedy. */
  detail: Sentence
  /** For each part without a price, the field that caused it. */
  errors: { pointer: string; code: 'no_fare'; detail: Sentence }[]
}

/** Explains why a sale has no calculated price; null if fares or a tariff apply to all of it. Infants travel free. */
export function findNoFare({ unpriced }: Pick<Quote, 'unpriced'>): NoFare | null {
  if (unpriced.length === 0) return null
  const isHire = unpriced.some(({ category }) => category === null)
  return {
    detail: isHire
      ? sentence`No tariff applies to this vehicle type on that day. Add one, choose another type, or set a price.`
      : sentence`No fare applies to part of this trip. Add one on the route, choose other stops, or set a price.`,
    errors: unpriced.map(({ leg, category }) =>
      category === null
        ? { pointer: '/hire/vehicle_type_id', code: 'no_fare', detail: sentence`No tariff applies.` }
        : {
            pointer: `/legs/${leg}`,
            code: 'no_fare',
            detail: sentence`No fare for ${choice('passengerCategories', category)} passengers.`,
          },
    ),
  }
}
