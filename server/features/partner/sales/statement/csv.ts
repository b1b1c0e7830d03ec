import { minorToDecimal } from '../../../../../contract/core/currency'
import type { PartnerStatement } from '../../../../../contract/partner/statement'
import { inLanguage } from '../../../../../contract/core/scalars'
import { csvLine } from '../../../../../contract/core/csv'
import { mapInSlices } from '../../../../kernel/slices'

const LINES_PER_SLICE = 500

const NAMES = [
  'reference',
  'partner_reference',
  'status',
  'travel_at',
  'origin',
  'destination',
  'lead_name',
  'seats',
  'currency',
  'gross',
  'commission',
  'collected',
  'net',
]

/** Returns the trips of a statement as CSV. */
export async function csvOf({ trips }: PartnerStatement): Promise<string> {
  const lineOf = (trip: PartnerStatement['trips'][number]): string =>
    csvLine([
      trip.reference,
      trip.partner_reference,
      trip.status,
      trip.travel_at,
      trip.origin && inLanguage(trip.origin.name, 'en'),
      trip.destination && inLanguage(trip.destination.name, 'en'),
      trip.lead_name,
      trip.seats,
      trip.currency,
      ...[trip.gross_minor, trip.commission_minor, trip.collected_minor, trip.net_minor].map((minor) =>
        Number(minorToDecimal(minor, trip.currency)),
      ),
    ])
  return csvLine(NAMES) + (await mapInSlices(trips, lineOf, LINES_PER_SLICE)).join('')
}
