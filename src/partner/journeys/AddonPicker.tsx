import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { isCounted } from '../../../contract/entities/addon-units'
import type { PartnerJourney } from '../../../contract/partner/journeys'
import { inLanguage } from '../../../contract/core/scalars'
import { formatBasisPoints, formatMoney } from '../../providers/format/money'
import { useFormat } from '../../ui/useFormat'
import { SecondaryText, Text } from '../../ui/Text'

const QUANTITY_MAX = 100

interface AddonPickerProps {
  addons: PartnerJourney['addons']
  /** Currency of the sale; add-ons with a price in another one are not offered. */
  currency: string
  /** Quantity by add-on id. */
  chosen: Readonly<Record<string, number>>
  onChange: (chosen: Record<string, number>) => void
}

/** Selects add-ons and quantities for a trip. Mandatory add-ons are included automatically. */
export function AddonPicker({ addons, currency, chosen, onChange }: AddonPickerProps) {
  const { t, language, locale } = useFormat()
  const offered = addons.filter((addon) => !addon.mandatory && (addon.currency === null || addon.currency === currency))
  if (offered.length === 0) return null
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 2, fontSize: 'body2.fontSize', fontWeight: 550 }}>
        {t('app.portal.booking.addons')}
      </Box>
      {offered
        .map((addon) => [addon, isCounted(addon) ? addon.max_per_reservation : 1] as const)
        .map(([{ id, name, pricing, amount_minor, percent_bp }, max]) => (
          <Box
            key={id}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto 72px',
              gap: 3,
              alignItems: 'center',
              py: 1,
            }}
          >
            <Text size="body2">
              {inLanguage(name, language)}
              <SecondaryText size="caption">{t(`choices.addonPricings.${pricing}`)}</SecondaryText>
            </Text>
            <Box sx={{ fontSize: 'body2.fontSize', whiteSpace: 'nowrap' }}>
              {amount_minor === null
                ? percent_bp !== null && formatBasisPoints(percent_bp, locale)
                : formatMoney(amount_minor, currency, locale)}
            </Box>
            <TextField
              type="number"
              value={chosen[id] ?? 0}
              onChange={(event) =>
                onChange({ ...chosen, [id]: Math.max(0, Math.min(max ?? QUANTITY_MAX, Number(event.target.value))) })
              }
              slotProps={{
                htmlInput: {
                  min: 0,
                  max: max ?? QUANTITY_MAX,
                  'aria-label': t('app.portal.booking.howMany', { name: inLanguage(name, language) }),
                },
              }}
            />
          </Box>
        ))}
    </Box>
  )
}
