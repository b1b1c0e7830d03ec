import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { useState, type ReactNode } from 'react'
import { useGetList } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Reservation } from '../../../contract/entities/reservation'
import { useMay } from '../../providers/auth/useSession'
import { formatMoney } from '../../providers/format/money'
import { Column } from '../../ui/Column'
import { Muted } from '../../ui/Muted'
import { problemText } from '../../ui/problemText'
import { PlainList, Row } from '../../ui/Rows'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { listLink } from '../../kit/list/listLink'
import { recordPath } from '../../kit/recordPaths'
import { Card } from '../../kit/RecordSections'
import { TripLine } from '../../features/reservations/TripLine'
import { choiceKey } from '../../kit/vocabularies'

/** Number of upcoming and of past trips; the list of reservations shows all. */
const TRIPS = 5

interface CustomerTripsProps {
  customerId: string
  /** Rendered below after the trips are loaded, because their height varies. */
  children: ReactNode
}

/** Trips of a customer: upcoming ones by date, then past ones with the latest first. */
export function CustomerTrips({ customerId, children }: CustomerTripsProps) {
  const { t } = useFormat()
  const mayList = useMay('list', 'reservations')
  const [now] = useState(() => new Date().toISOString())
  // An expired hold is not a trip.
  const booked = { customer_id: customerId, status_neq: 'expired' }
  const ahead = useTrips({ ...booked, travel_at_gte: now }, 'ASC', mayList)
  const past = useTrips({ ...booked, travel_at_lt: now }, 'DESC', mayList)
  if (!mayList) return children
  if (ahead.isPending || past.isPending) return <Skeleton variant="rounded" height={320} aria-busy />
  return (
    <Column>
      <Card title={t('app.customer.ahead')}>
        <Trips {...ahead} none={t('app.customer.noneAhead')} />
      </Card>
      <Card
        title={t('app.customer.past')}
        action={
          <Button component={RouterLink} to={listLink('reservations', { customer_id: customerId })}>
            {t('app.customer.all')}
          </Button>
        }
      >
        <Trips {...past} none={t('app.customer.nonePast')} />
      </Card>
      <Box>{children}</Box>
    </Column>
  )
}

function useTrips(filter: object, order: 'ASC' | 'DESC', enabled: boolean) {
  const asked = { filter, sort: { field: 'travel_at', order }, pagination: { page: 1, perPage: TRIPS } }
  const { data, error, isPending } = useGetList<Reservation>('reservations', asked, { enabled, staleTime: 0 })
  return { trips: data ?? [], error, isPending }
}

interface TripsProps {
  trips: readonly Reservation[]
  error: unknown
  /** Text of an empty list. */
  none: string
}

function Trips({ trips, error, none }: TripsProps) {
  const format = useFormat()
  const mayBook = useMay('create', 'reservations')
  if (error) return <Alert severity="warning">{problemText(error, format)}</Alert>
  if (trips.length === 0) return <Muted>{none}</Muted>
  return (
    <PlainList>
      {trips.map((trip) => (
        <Trip key={trip.id} trip={trip} isRepeatable={mayBook && trip.kind === 'seat'} />
      ))}
    </PlainList>
  )
}

function Trip({ trip, isRepeatable }: { trip: Reservation; isRepeatable: boolean }) {
  const { t, locale } = useFormat()
  const again = new URLSearchParams({ customer: trip.customer_id ?? '', repeat: trip.id })
  return (
    <Row sx={{ columnGap: 3 }}>
      <Link component={RouterLink} to={recordPath('reservations', trip.id)} sx={{ fontWeight: 550 }}>
        {trip.reference}
      </Link>
      <TripLine trip={trip} />
      <StatusMark value={trip.status} label={t(choiceKey('reservationStatuses', trip.status))} />
      <span>{formatMoney(trip.total_minor, trip.currency, locale)}</span>
      {isRepeatable && (
        <Button
          size="small"
          component={RouterLink}
          to={`/reservations/create?${again.toString()}`}
          sx={{ marginInlineStart: 'auto' }}
        >
          {t('app.customer.again')}
        </Button>
      )}
    </Row>
  )
}
