import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import { inLanguage } from '../../../contract/core/scalars'
import type { PartnerTripDetail } from '../../../contract/partner/trips'
import { Instant } from '../../ui/Instant'
import { useFormat } from '../../ui/useFormat'

interface LegNameProps {
  leg: ReservationLeg
  /** Those that it is one of. */
  legs: PartnerTripDetail['legs']
}

/** A leg in a few words: when it leaves, from where to where. */
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
