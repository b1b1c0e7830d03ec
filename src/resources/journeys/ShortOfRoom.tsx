import Alert from '@mui/material/Alert'
import type { Journey } from '../../../contract/entities/journey'
import { useFormat } from '../../ui/useFormat'

/** Who and what has no room in what runs a journey now, and what to do about it. */
export function ShortOfRoom({ journey }: { journey: Journey }) {
  const { t } = useFormat()
  const short = {
    seats: journey.peak_load - journey.seats,
    wheelchairs: journey.peak_wheelchairs - journey.wheelchair_spaces,
    child_seats: journey.peak_child_seats - journey.child_seats,
    luggage_units: journey.peak_luggage_units - journey.luggage_units,
  }
  const lacking = Object.entries(short).filter(([, count]) => count > 0)
  if (lacking.length === 0) return null
  return (
    <Alert severity="error" sx={{ mb: 4 }}>
      {[
        ...lacking.map(([kind, count]) => t(`app.journey.short.${kind}`, { count })),
        t('app.journey.short.remedy'),
      ].join(' ')}
    </Alert>
  )
}
