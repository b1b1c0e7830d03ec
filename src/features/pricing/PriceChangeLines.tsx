import Box from '@mui/material/Box'
import { Fragment, type ReactNode } from 'react'
import type { FeeChange, PriceChange, UnitsChange } from '../../../contract/entities/price-change'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import { numberFormat } from '../../providers/format/intl'
import { formatBasisPoints, formatMoney } from '../../providers/format/money'
import { SecondaryText } from '../../ui/Text'
import { useFormat, type Format } from '../../ui/useFormat'

interface PriceChangeLinesProps {
  change: PriceChange
  /** ISO 4217 code. */
  currency: string
  /** Label of the price after the change. */
  totalLabel: string
  /** Returns the name of a leg, for changes with several legs. */
  legText: (leg: ReservationLeg) => ReactNode
}

interface Line {
  label: string
  detail?: string
  minor: number
  isTotal?: boolean
}

/** Explains the price difference of a change, from the old to the new price, line by line and leg by leg. */
export function PriceChangeLines({ change, currency, totalLabel, legText }: PriceChangeLinesProps) {
  const format = useFormat()
  const { t } = format
  const { units, fees, discount_lost_minor: lost, ceiling_minor: ceiling } = change
  const legs = new Map([...units, ...fees].map(({ leg }) => [keyOf(leg), leg] as const))
  const linesOf = (key: string): Line[] => [
    ...units
      .filter(({ leg }) => keyOf(leg) === key)
      .map((each) => ({ label: unitsText(each, format), minor: each.paid_after_minor - each.paid_before_minor })),
    ...fees
      .filter(({ leg }) => keyOf(leg) === key)
      .map((fee) => ({
        label: t(fee.hours_before === null ? 'app.priceChange.notRefundable' : 'app.priceChange.fee'),
        detail: feeText(fee, currency, format),
        minor: fee.fee_minor,
      })),
  ]
  const rest: Line[] = [
    ...(lost === 0 ? [] : [{ label: t(`app.priceChange.${lost > 0 ? 'discountLost' : 'discountBack'}`), minor: lost }]),
    ...(ceiling === 0 ? [] : [{ label: t('app.priceChange.ceiling'), minor: ceiling }]),
    { label: totalLabel, minor: change.after_minor, isTotal: true },
  ]
  return (
    <Box role="group" aria-label={t('app.priceChange.title')} sx={{ fontSize: 'body2.fontSize' }}>
      <Lines lines={[{ label: t('app.priceChange.now'), minor: change.before_minor }]} currency={currency} />
      {[...legs].map(([key, leg]) => (
        <Fragment key={key}>
          {leg && legs.size > 1 && (
            <Box sx={{ mt: 2 }}>
              <SecondaryText size="caption">{legText(leg)}</SecondaryText>
            </Box>
          )}
          <Lines lines={linesOf(key)} currency={currency} />
        </Fragment>
      ))}
      <Lines lines={rest} currency={currency} />
    </Box>
  )
}

const keyOf = (leg: ReservationLeg | null): string =>
  leg ? [leg.journey_id, leg.board_seq, leg.alight_seq].join(' ') : ''

function Lines({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const { locale } = useFormat()
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {lines.map(({ label, detail, minor, isTotal }) => (
        <Box key={`${label} ${detail ?? ''}`} sx={isTotal ? { ...ROW, ...TOTAL } : ROW}>
          <Box component="dt" sx={{ minWidth: 0 }}>
            {label}
            {detail && <SecondaryText size="caption">{detail}</SecondaryText>}
          </Box>
          <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
            {formatMoney(minor, currency, locale)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const ROW = { display: 'flex', justifyContent: 'space-between', gap: 4, py: 1 } as const
const TOTAL = { mt: 1, pt: 2, borderTop: 1, borderColor: 'divider', fontWeight: 600 } as const

/** Describes units that are cancelled, added or repriced: `Cancelled: 1 × Adult`. */
function unitsText(units: UnitsChange, { t, locale, language }: Format): string {
  const { kind, category, label, count_before: before, count_after: after } = units
  const name = category
    ? t(`choices.passengerCategories.${category}`)
    : (label?.[language] ?? label?.['en'] ?? t('app.priceChange.run'))
  const count = Math.abs(after - before) || after
  const key = after < before ? 'cancelled' : after > before ? 'added' : 'repriced'
  return t(`app.priceChange.${key}`, {
    units: kind === 'run' ? name : `${numberFormat(locale).format(count)} × ${name}`,
  })
}

/** Describes a fee: `Less than 24 h before departure · 50 % of €40.00`; empty for non-refundable items. */
function feeText({ hours_before, percent_bp, base_minor }: FeeChange, currency: string, { t, locale }: Format): string {
  if (hours_before === null) return ''
  const within = t('app.priceChange.within', { hours: numberFormat(locale).format(hours_before) })
  const base = formatMoney(base_minor, currency, locale)
  const share = percent_bp === null ? '' : formatBasisPoints(percent_bp, locale)
  return share ? `${within} · ${t('app.desk.percentOf', { percent: share, base })}` : within
}
