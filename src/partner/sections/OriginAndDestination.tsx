import Box from '@mui/material/Box'
import type { PartnerTrip } from '../../../contract/partner/sales'
import { inLanguage } from '../../../contract/core/scalars'
import { NOTHING } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'

export function OriginAndDestination({ trip }: { trip: PartnerTrip }) {
  const { language } = useFormat()
  if (!trip.origin || !trip.destination) return NOTHING
  return (
    <span>
      {inLanguage(trip.origin.name, language)}
      <Box
        component="span"
        aria-hidden="true"
        sx={{ color: 'text.disabled', mx: 1.5, display: 'inline-block', '[dir=rtl] &': { transform: 'scaleX(-1)' } }}
      >
        →
      </Box>
      {inLanguage(trip.destination.name, language)}
    </span>
  )
}
