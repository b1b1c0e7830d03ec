import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { PartnerDeparture } from '../../../contract/partner/journeys'
import { PARTNER_SEATS_SHOWN_MAX } from '../../../contract/core/limits/partner-api'
import { inLanguage } from '../../../contract/core/scalars'
import { numberFormat } from '../../providers/format/intl'
import { formatMoney } from '../../providers/format/money'
import { Instant } from '../../ui/Instant'
import { useFormat } from '../../ui/useFormat'

interface DepartureRowProps {
  departure: PartnerDeparture
  isChosen: boolean
  onChoose: () => void
}

/** Bookable departure: time, route, free seats and lowest price. */
export function DepartureRow({ departure, isChosen, onChoose }: DepartureRowProps) {
  const { t, language, locale } = useFormat()
  const { origin, destination, route, seats_left: seats, price_from: price } = departure
  const left = numberFormat(locale).format(seats)
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <ButtonBase
        aria-pressed={isChosen}
        onClick={onChoose}
        sx={{
          width: '100%',
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'flex-start',
          textAlign: 'left',
          columnGap: 4,
          rowGap: 0.5,
          px: 4,
          py: 2.5,
          fontSize: 'body2.fontSize',
          borderInlineStart: 3,
          borderColor: isChosen ? 'primary.main' : 'transparent',
          bgcolor: isChosen ? 'action.selected' : 'transparent',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: 2, outlineOffset: -2, outlineColor: 'primary.main' },
        }}
      >
        <Box
          component="span"
          sx={{ flex: '0 0 auto', fontWeight: 600, fontSize: 'body1.fontSize', fontVariantNumeric: 'tabular-nums' }}
        >
          <Instant value={departure.departs_at} zone={origin.timezone} timeOnly /> –{' '}
          <Instant value={departure.arrives_at} zone={destination.timezone} timeOnly />
        </Box>
        <Box component="span" sx={{ flex: '1 1 180px', minWidth: 0, color: 'text.secondary' }}>
          {inLanguage(route.name, language)}
        </Box>
        <Box component="span" sx={{ color: seats < PARTNER_SEATS_SHOWN_MAX ? 'warning.main' : 'text.secondary' }}>
          {seats < PARTNER_SEATS_SHOWN_MAX
            ? t('app.reservation.left', { smart_count: seats })
            : t('app.portal.search.manySeats', { seats: left })}
        </Box>
        <Box component="span" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
          {t('app.portal.search.from', { price: formatMoney(price.amount_minor, price.currency, locale) })}
        </Box>
      </ButtonBase>
    </Box>
  )
}
