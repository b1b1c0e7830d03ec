import Box from '@mui/material/Box'
import { Fragment, useEffect } from 'react'
import { useStore } from 'react-admin'
import type { Dashboard as DashboardData } from '../../../contract/operations/dashboard'
import { formatDate } from '../../providers/format/dates'
import { displayName } from '../../providers/auth/session'
import { useHasRight, useMay, useUser } from '../../providers/auth/useSession'
import { PageHeader } from '../../ui/PageHeader'
import { useFormat } from '../../ui/useFormat'
import { Attention } from './Attention'
import { Charts } from './Charts'
import { useDashboard, useDashboardView } from './dashboardApi'
import { Departures } from './Departures'
import { Filters } from './Filters'
import { FirstSteps, FirstStepsSkeleton } from './FirstSteps'
import { Money } from './Money'
import { KeyFigures } from './KeyFigures'

const WHOLE_DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** Matters that need attention, next departures and sales in one request, filtered by the URL. */
export default function Dashboard() {
  const { t, locale } = useFormat()
  const user = useUser()
  const view = useDashboardView()
  const { data, isError, refetch } = useDashboard(view)
  const seesJourneys = useMay('list', 'journeys')
  const seesSales = useMay('list', 'reservations')
  const seesTakings = useHasRight('manage_tills')
  const seesOwed = useHasRight('take_payment')
  const reserved = useReservedHeight(data)
  const who = user ? ` · ${displayName(user, t('app.user.unnamed'))}` : ''
  return (
    <>
      <PageHeader
        title={t('ra.page.dashboard')}
        subtitle={data ? `${formatDate(data.day, locale, WHOLE_DAY)}${who}` : ' '}
        actions={<Filters {...view} />}
      />
      {/* The placeholder is replaced as a whole, because only the answer determines its height. */}
      <Fragment key={data ? 'answer' : 'waiting'}>
        {data?.first_steps && <FirstSteps steps={data.first_steps} onHidden={() => void refetch()} />}
        {!data && reserved.first_steps && <FirstStepsSkeleton />}
        <Attention data={data} isError={isError} room={reserved.pressing} />
        {seesSales && <KeyFigures figures={data?.figures ?? undefined} />}
        {seesJourneys && (
          <Box sx={{ mt: 4 }}>
            <Departures data={data} />
          </Box>
        )}
        <Money data={data} view={view} seesTakings={seesTakings} seesOwed={seesOwed} />
        {seesSales && <Charts figures={data?.figures ?? undefined} />}
      </Fragment>
    </>
  )
}

interface Room {
  first_steps: boolean
  /** Number of matters that need attention. */
  pressing: number
}

/** Default before the first visit. */
const USUAL: Room = { first_steps: false, pressing: 8 }

/**
 * Returns the content of the last visit, to reserve its height while loading.
 * @param data undefined while loading
 */
function useReservedHeight(data: Pick<DashboardData, 'attention' | 'first_steps'> | undefined): Room {
  const [room, setRoom] = useStore<Room>('dashboard.room', USUAL)
  const firstSteps = data ? data.first_steps !== null : room.first_steps
  const pressing = data ? data.attention.filter(({ count }) => count > 0).length : room.pressing
  useEffect(() => {
    if (firstSteps !== room.first_steps || pressing !== room.pressing) setRoom({ first_steps: firstSteps, pressing })
  }, [firstSteps, pressing, room, setRoom])
  return room
}
