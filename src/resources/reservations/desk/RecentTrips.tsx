import ButtonBase from '@mui/material/ButtonBase'
import { useEffect, useRef } from 'react'
import { useGetList } from 'react-admin'
import type { Reservation } from '../../../../contract/entities/reservation'
import { useMay } from '../../../providers/auth/useSession'
import { Muted } from '../../../ui/Muted'
import { useFormat } from '../../../ui/useFormat'
import { TripLine } from '../../../features/reservations/TripLine'
import { Column } from '../../../ui/Column'
import { SecondaryText } from '../../../ui/Text'

const TRIPS = 5

interface RecentTripsProps {
  customerId: string
  onRepeat: (trip: Reservation) => void
}

/** Recent trips of a customer, each with a button that books it again. */
export function RecentTrips({ customerId, onRepeat }: RecentTripsProps) {
  const { t } = useFormat()
  const mayList = useMay('list', 'reservations')
  const first = useRef<HTMLButtonElement>(null)
  const { data } = useGetList<Reservation>(
    'reservations',
    {
      pagination: { page: 1, perPage: TRIPS },
      sort: { field: 'travel_at', order: 'DESC' },
      filter: { customer_id: customerId, kind: 'seat', status_neq: 'expired' },
    },
    { enabled: mayList },
  )
  const trips = data?.filter((trip) => trip.origin_station_id && trip.destination_station_id) ?? []
  const isKnown = data !== undefined
  // The latest trip gets the focus, because callers most often book it again.
  useEffect(() => {
    if (isKnown) first.current?.focus()
  }, [isKnown, customerId])
  if (!mayList || !isKnown) return null
  if (trips.length === 0) return <Muted>{t('app.desk.noTrips')}</Muted>
  return (
    <Column role="group" aria-label={t('app.desk.recent')} gap={1}>
      <SecondaryText size="caption">{t('app.desk.recent')}</SecondaryText>
      {trips.map((trip, index) => (
        <ButtonBase
          key={trip.id}
          ref={index === 0 ? first : undefined}
          onClick={() => onRepeat(trip)}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            justifyContent: 'flex-start',
            columnGap: 3,
            px: 3,
            py: 1.5,
            fontSize: 'body2.fontSize',
            textAlign: 'left',
            borderRadius: 1.5,
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <TripLine trip={trip} />
        </ButtonBase>
      ))}
    </Column>
  )
}
