import { useQuery } from '@tanstack/react-query'
import type { Partner } from '../../../../contract/entities/partner'
import { call } from '../../../providers/http/call'
import { LineSkeleton } from '../../../ui/LineSkeleton'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'

/** Current holds of a partner and their limits. */
export function HoldsNow({ partner }: { partner: Partner }) {
  const format = useFormat()
  const { data, error } = useQuery({
    queryKey: ['partners', 'holds', partner.id, partner.version],
    queryFn: () => call('GET /partners/:id/holds', { params: { id: partner.id } }),
    staleTime: 0,
  })
  if (error) return <>{problemText(error, format)}</>
  const text = format.t('app.partnerDesk.terms.onHold', {
    seats: data?.live.seats ?? 0,
    seatsMax: partner.held_seats_max,
    holds: data?.live.holds ?? 0,
    holdsMax: partner.holds_max,
  })
  return data ? <>{text}</> : <LineSkeleton>{text}</LineSkeleton>
}
