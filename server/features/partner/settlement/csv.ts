import { minorToDecimal } from '../../../../contract/core/currency'
import type { StatementDetail } from '../../../../contract/partner/settlement'
import { inLanguage } from '../../../../contract/core/scalars'
import { csvText } from '../../../documents/csv'

const NAMES = [
  'reference',
  'partner_reference',
  'travel_at',
  'origin',
  'destination',
  'currency',
  'gross',
  'commission',
  'collected',
  'net',
]

/** Returns the lines of a closed statement as CSV. */
export const csvOf = ({ trips, currency }: StatementDetail): string =>
  csvText(
    NAMES,
    trips.map((trip) => [
      trip.reference,
      trip.partner_reference,
      trip.travel_at,
      trip.origin && inLanguage(trip.origin, 'en'),
      trip.destination && inLanguage(trip.destination, 'en'),
      currency,
      ...[trip.gross_minor, trip.commission_minor, trip.collected_minor, trip.net_minor].map((minor) =>
        Number(minorToDecimal(minor, currency)),
      ),
    ]),
  )
