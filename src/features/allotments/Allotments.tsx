import { useGetList } from 'react-admin'
import type { Allotment } from '../../../contract/entities/allotment'
import type { Journey } from '../../../contract/entities/journey'
import { weekdayOf } from '../../../contract/operations/season-days'
import { weekdayNames } from '../../providers/format/names'
import { useMay } from '../../providers/auth/useSession'
import { useFormat } from '../../ui/useFormat'
import { RecordLink } from '../../kit/RecordLink'
import { AllotmentList } from './AllotmentList'

const useAllotments = (filter: Record<string, unknown>, enabled = true) =>
  useGetList<Allotment>(
    'allotments',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'created_at', order: 'ASC' }, filter },
    { enabled },
  )

function useWeekday(): (weekday: number | null) => string {
  const { locale } = useFormat()
  const names = weekdayNames(locale, 'long')
  return (weekday) => names.find(({ day }) => day === weekday)?.name ?? ''
}

/** Allotments of a partner. */
export function Allotments({ partnerId }: { partnerId: string }) {
  const { t } = useFormat()
  const nameOf = useWeekday()
  const { data, error, refetch } = useAllotments({ partner_id: partnerId })
  return (
    <AllotmentList
      scope={{ partner_id: partnerId }}
      allotments={data}
      error={error}
      refetch={refetch}
      none={t('app.partnerDesk.allot.none')}
    >
      {({ route_id, journey_id, weekday }) => (
        <>
          {route_id !== null && <RecordLink resource="routes" id={route_id} />}
          {journey_id !== null && <RecordLink resource="journeys" id={journey_id} />}
          {weekday !== null && ` · ${nameOf(weekday)}`}
        </>
      )}
    </AllotmentList>
  )
}

/** Allotments of a journey: its own, and those of its route and weekday for partners without one of the journey. */
export function JourneyAllotments({ journey }: { journey: Journey }) {
  const { t } = useFormat()
  const nameOf = useWeekday()
  const maySee = useMay('list', 'allotments')
  const own = useAllotments({ journey_id: journey.id }, maySee)
  const weekly = useAllotments({ route_id: journey.route_id, weekday: weekdayOf(journey.service_date) }, maySee)
  if (!maySee) return null
  const partnersWithOwn = new Set(own.data?.map(({ partner_id }) => partner_id))
  const others = weekly.data?.filter(({ partner_id }) => !partnersWithOwn.has(partner_id))
  return (
    <AllotmentList
      scope={{ journey_id: journey.id }}
      allotments={own.data && others && [...own.data, ...others]}
      error={own.error ?? weekly.error}
      refetch={() => Promise.all([own.refetch(), weekly.refetch()])}
      none={t('app.partnerDesk.allot.noneHere')}
    >
      {({ partner_id, weekday }) => (
        <>
          <RecordLink resource="partners" id={partner_id} />
          {weekday !== null && ` · ${t('app.partnerDesk.allot.every', { weekday: nameOf(weekday) })}`}
        </>
      )}
    </AllotmentList>
  )
}
