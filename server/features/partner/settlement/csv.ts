import { minorToDecimal } from '../../../../contract/core/currency'
import type { StatementDetail } from '../../../../contract/partner/settlement'
import { inLanguage } from '../../../../contract/core/scalars'
import { csvLine } from '../../../../contract/core/csv'
import { mapInSlices } from '../../../kernel/slices'

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

const LINES_PER_SLICE = 500

/** Returns the lines of a closed statement as CSV. */
export async function csvOf({ trips, currency }: StatementDetail): Promise<string> {
  const lineOf = (trip: StatementDetail['trips'][number]): string =>
    csvLine([
      trip.reference,
      trip.partner_reference,
      trip.travel_at,
      trip.origin && inLanguage(trip.origin, 'en'),
      trip.destination && inLanguage(trip.destination, 'en'),
      currency,
      ...[trip.gross_minor, trip.commission_minor, trip.collected_minor, trip.net_minor].map((minor) =>
        Number(minorToDecimal(minor, currency)),
      ),
    ])
  return csvLine(NAMES) + (await mapInSlices(trips, lineOf, LINES_PER_SLICE)).join('')
}
