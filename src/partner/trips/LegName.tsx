import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import { inLanguage } from '../../../contract/core/scalars'
import type { PartnerTripDetail } from '../../../contract/partner/trips'
import { Instant } from '../../ui/Instant'
import { useFormat } from '../../ui/useFormat'

interface LegNameProps {
  leg: ReservationLeg
  /** Legs of the trip, which include this one. */
  legs: PartnerTripDetail['legs']
}

/** Short text of a leg: departure time, origin and destination. */
export function LegName({ leg, legs }: LegNameProps) {
  const { language } = useFormat()
  const known = legs.find(
    (each) =>
      each.journey_id === leg.journey_id && each.board_seq === leg.board_seq && each.alight_seq === leg.alight_seq,
  )
  if (!known) return null
  const { origin, destination, departs_at } = known
  return (
    <>
      <Instant value={departs_at} zone={origin.timezone} /> {inLanguage(origin.name, language)}
      {' – '}
      {inLanguage(destination.name, language)}
    </>
  )
}
