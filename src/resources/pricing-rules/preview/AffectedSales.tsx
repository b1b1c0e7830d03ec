import Box from '@mui/material/Box'
import type { PricePreview } from '../../../../contract/operations/pricing-preview'
import { cappedCount } from '../../../providers/format/intl'
import { useFormat } from '../../../ui/useFormat'

/** Effects of the change: departures and open quotes are affected, existing bookings are not. */
export function AffectedSales({ affected }: { affected: PricePreview['affected'] }) {
  const { t, locale } = useFormat()
  const { confirmed, on_hold, pending, departures, open_quotes } = affected
  const countText = (count: number) => cappedCount(count, locale)
  const lines = [
    t('app.rule.bookingsStay', { confirmed: countText(confirmed), held: countText(on_hold + pending) }),
    t('app.rule.departures', { smart_count: departures, number: countText(departures) }),
    t('app.rule.openQuotes', { smart_count: open_quotes, number: countText(open_quotes) }),
  ]
  return (
    <Box
      component="ul"
      aria-label={t('app.rule.affected')}
      sx={{
        m: 0,
        mt: 3,
        pt: 3,
        pb: 0,
        px: 0,
        listStyle: 'none',
        borderTop: 1,
        borderColor: 'divider',
        fontSize: 'body2.fontSize',
      }}
    >
      {lines.map((line, index) => (
        <Box key={index} component="li" sx={{ py: 0.5, fontWeight: index === 0 ? 550 : 400 }}>
          {line}
        </Box>
      ))}
    </Box>
  )
}
