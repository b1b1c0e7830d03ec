import type { Reservation } from '../../../contract/entities/reservation'
import { Instant } from '../../ui/Instant'
import { SecondaryText, Text } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { RecordLink, useStationZone } from '../../kit/RecordLink'

/** Shows a reservation in one line: stations, departure in the time zone of the first station, number of passengers. */
export function TripLine({ trip }: { trip: Reservation }) {
  const { t } = useFormat()
  const zone = useStationZone(trip.origin_station_id)
  return (
    <>
      <Text component="span" weight="medium">
        {trip.origin_station_id && <RecordLink plain resource="stations" id={trip.origin_station_id} />}
        {' – '}
        {trip.destination_station_id && <RecordLink plain resource="stations" id={trip.destination_station_id} />}
      </Text>
      <SecondaryText component="span">{trip.travel_at && <Instant value={trip.travel_at} zone={zone} />}</SecondaryText>
      <SecondaryText component="span">{t('app.reservation.seats', { smart_count: trip.seats })}</SecondaryText>
    </>
  )
}
