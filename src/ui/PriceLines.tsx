import Box from '@mui/material/Box'
import { Fragment } from 'react'
import { LEG_DIRECTIONS } from '../../contract/core/vocabulary'
import type { PriceLine } from '../../contract/core/price-line'
import { formatBasisPoints, formatMoney } from '../providers/format/money'
import { numberFormat } from '../providers/format/intl'
import { useFormat, type Format } from './useFormat'
import { SecondaryText } from './Text'

/** Price line without the fields that partners do not see. */
type ShownLine = Omit<PriceLine, 'rule_id' | 'rule_version'>

interface PriceLinesProps {
  lines: readonly ShownLine[]
  /** ISO 4217 code. */
  currency: string
  /** Total in minor units. */
  totalMinor: number
  totalLabel: string
}

const LINES = { m: 0, fontSize: 'body2.fontSize' } as const
const ROW = { display: 'flex', justifyContent: 'space-between', gap: 4, py: 1 } as const

/** Price breakdown, each line with its calculation; lines for one of two directions are grouped. */
export function PriceLines({ lines, currency, totalMinor, totalLabel }: PriceLinesProps) {
  const format = useFormat()
  const { locale, language } = format
  const shown = (line: ShownLine) => {
    const detail = detailOf(line, currency, format)
    const isContained = line.kind === 'tax_info' && line.quantity === 0
    return (
      <Box key={line.seq} sx={{ ...ROW, ...(isContained && { color: 'text.secondary' }) }}>
        <Box component="dt" sx={{ minWidth: 0 }}>
          {line.label[language] ?? line.label['en']}
          {detail && <SecondaryText size="caption">{detail}</SecondaryText>}
        </Box>
        <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
          {formatMoney(isContained ? line.unit_minor : line.amount_minor, currency, locale)}
        </Box>
      </Box>
    )
  }
  const directions = LEG_DIRECTIONS.filter((leg) => lines.some(({ direction }) => direction === leg))
  return (
    <div>
      {directions.map((leg) => {
        const title = format.t(`choices.legDirections.${leg}`)
        return (
          <Fragment key={leg}>
            <SecondaryText size="caption">{title}</SecondaryText>
            <Box component="dl" aria-label={title} sx={{ ...LINES, mb: 2 }}>
              {lines.filter(({ direction }) => direction === leg).map(shown)}
            </Box>
          </Fragment>
        )
      })}
      <Box component="dl" sx={LINES}>
        {lines.filter(({ direction }) => direction === undefined).map(shown)}
        <Box sx={{ ...ROW, mt: 1, pt: 2, borderTop: 1, borderColor: 'divider', fontWeight: 600, fontSize: 15 }}>
          <dt>{totalLabel}</dt>
          <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
            {formatMoney(totalMinor, currency, locale)}
          </Box>
        </Box>
      </Box>
    </div>
  )
}

/** Describes the category, quantity and unit price, or the share of a base amount. */
function detailOf(line: ShownLine, currency: string, { t, locale }: Format): string {
  const money = (minor: number) => formatMoney(minor, currency, locale)
  const count = numberFormat(locale).format(line.quantity)
  return [
    line.passenger_category ? t(`choices.passengerCategories.${line.passenger_category}`) : '',
    line.quantity > 1 ? `${count} × ${money(line.unit_minor)}` : '',
    line.base_minor === null
      ? ''
      : line.percent_bp === null
        ? t('app.desk.partOf', { base: money(line.base_minor) })
        : t('app.desk.percentOf', {
            percent: formatBasisPoints(line.percent_bp, locale),
            base: money(line.base_minor),
          }),
  ]
    .filter(Boolean)
    .join(' · ')
}
