import type { JourneyCall } from '../../../../contract/entities/journey'
import type { Manifest } from '../../../../contract/operations/manifest'
import { BYTE_ORDER_MARK, csvLine } from '../../../../contract/core/csv'
import { minorToDecimal } from '../../../../contract/core/currency'
import type { Format } from '../../../ui/useFormat'
import { textIn } from '../../../kit/text'
import { choiceKey } from '../../../kit/vocabularies'
import { travelling } from './parties'

const COLUMNS = [
  'stop',
  'to',
  'reference',
  'name',
  'category',
  'needs',
  'status',
  'phone',
  'extras',
  'luggage',
  'due',
  'currency',
  'notes',
] as const

/** Returns a CSV with one line per passenger; data of the booking is on its first line. */
export function manifestCsv(
  { parties }: Manifest,
  calls: readonly JourneyCall[],
  nameOf: (stationId: string) => string,
  { t, language }: Pick<Format, 't' | 'language'>,
): Blob {
  const station = (seq: number) => nameOf(calls.find((call) => call.seq === seq)?.station_id ?? '')
  const lines = parties.flatMap((party) =>
    travelling(party).map((passenger, index) => {
      const isFirst = index === 0
      const extras = party.extras.map(({ name, quantity }) => `${quantity} × ${textIn(name, language)}`)
      const cells: Record<(typeof COLUMNS)[number], string | number> = {
        stop: station(party.board_seq),
        to: station(party.alight_seq),
        reference: party.reference,
        name: passenger.name ?? party.lead_name,
        category: t(choiceKey('passengerCategories', passenger.category)),
        needs: passenger.needs.map((need) => t(choiceKey('passengerNeeds', need))).join(', '),
        status: t(`choices.passengerStatuses.${passenger.status}`),
        phone: isFirst ? (party.lead_phone ?? '') : '',
        extras: isFirst ? extras.join(', ') : '',
        luggage: isFirst ? party.luggage_units : 0,
        due: isFirst ? minorToDecimal(party.amount_due_minor, party.currency) : 0,
        currency: party.currency,
        notes: isFirst ? (party.customer_notes ?? '') : '',
      }
      return csvLine(COLUMNS.map((column) => cells[column]))
    }),
  )
  const header = csvLine(COLUMNS.map((column) => t(`app.operations.manifest.column.${column}`)))
  return new Blob([BYTE_ORDER_MARK, header, ...lines], { type: 'text/csv;charset=utf-8' })
}
