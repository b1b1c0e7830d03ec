import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Journey } from '../../../contract/entities/journey'
import { isReturn } from '../../../contract/entities/reservation-parts'
import type { PartyOutcome } from '../../../contract/operations/journeys'
import { formatDate, formatTime, toZonedInput } from '../../providers/format/dates'
import { PlainList, Row } from '../../ui/Rows'
import { useFormat, type Format } from '../../ui/useFormat'
import { ReferenceLink } from '../../kit/RecordLink'
import { Outcome } from '../../ui/Outcome'
import { Text } from '../../ui/Text'

/** Formats a departure for use in a sentence: `14:05, Mon 3 Aug`. */
export const departureName = ({ departs_at, timezone }: Journey, locale: string): string =>
  [
    formatTime(departs_at, { locale, zone: timezone }),
    formatDate(toZonedInput(departs_at, timezone).slice(0, 10), locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    }),
  ].join(', ')

type PartyResult = Omit<PartyOutcome, 'reservation'> & Partial<Pick<PartyOutcome, 'reservation'>>

interface PartyTableProps {
  outcomes: readonly PartyResult[]
  departures: readonly Journey[]
  /**
   * Choices of the user by reservation: the id of a departure, `cancel`, `cancel_all`, or empty. Undefined for a
   * read-only table.
   */
  choices?: ReadonlyMap<string, string>
  onChoose?: (reservationId: string, choice: string) => void
}

/** Lists the parties of a departure with the result for each. */
export function PartyTable({ outcomes, departures, choices, onChoose }: PartyTableProps) {
  const format = useFormat()
  const { t, locale } = format
  return (
    <PlainList aria-label={t('app.operations.cancel.parties')}>
      {outcomes.map((party) => (
        <Row key={party.reservation_id} sx={{ gap: 3, borderTop: 1, borderColor: 'divider' }}>
          <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
            <Text component="span" weight="medium">
              {party.lead_name}
            </Text>
            {` ${t('app.reservation.seats', { smart_count: party.seats })} `}
            <ReferenceLink id={party.reservation_id} reference={party.reference} />
          </Box>
          <Box sx={{ flex: '1 1 200px' }}>
            <Outcome state={party.outcome} text={outcomeText(party, departures, format)} />
          </Box>
          {onChoose && choices && (
            <TextField
              select
              size="small"
              label={t('app.operations.cancel.manual')}
              value={choices.get(party.reservation_id) ?? ''}
              onChange={(event) => onChoose(party.reservation_id, event.target.value)}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              sx={{ width: 200 }}
            >
              <MenuItem value="">{t('app.operations.cancel.automatic')}</MenuItem>
              {departures.map((departure) => (
                <MenuItem key={departure.id} value={departure.id}>
                  {departureName(departure, locale)}
                </MenuItem>
              ))}
              <MenuItem value="cancel">{t('app.operations.cancel.cancelParty')}</MenuItem>
              {isPartOfReturn(party, choices) && (
                <MenuItem value="cancel_all">{t('app.operations.cancel.cancelBoth')}</MenuItem>
              )}
            </TextField>
          )}
        </Row>
      ))}
    </PlainList>
  )
}

/** Whether a party has another direction besides the cancelled one. */
function isPartOfReturn(
  { reservation_id, outcome, reservation }: PartyResult,
  choices: ReadonlyMap<string, string>,
): boolean {
  if (outcome === 'direction_cancelled' || choices.get(reservation_id) === 'cancel_all') return true
  return reservation?.way_back !== 'begun' && isReturn(reservation?.legs ?? [])
}

function outcomeText(party: PartyResult, departures: readonly Journey[], { t, locale, language }: Format): string {
  const to = departures.find((departure) => departure.id === party.to_journey_id)
  if (party.outcome === 'moved' && to)
    return t('app.operations.outcome.movedTo', { departure: departureName(to, locale) })
  if (party.outcome === 'failed' && party.detail && language === 'en') return party.detail
  // An unpaid reservation, such as a hold, has no refund.
  if (party.reservation?.paid_minor === 0) {
    if (party.outcome === 'cancelled') return t('app.operations.outcome.cancelledUnpaid')
    if (party.outcome === 'direction_cancelled') return t('app.operations.outcome.directionCancelledUnpaid')
  }
  return t(`app.operations.outcome.${party.outcome}`)
}
