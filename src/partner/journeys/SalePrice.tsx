import Box from '@mui/material/Box'
import type { ComponentProps, ReactNode } from 'react'
import { formatMoney } from '../../providers/format/money'
import { PriceLines } from '../../ui/PriceLines'
import { useFormat } from '../../ui/useFormat'

interface SalePriceProps {
  sale: {
    lines: ComponentProps<typeof PriceLines>['lines']
    currency: string
    gross_minor: number
    commission_minor: number
    net_minor: number
  }
  after?: ReactNode
}

/** Price for the passengers line by line, and its split between partner and operator. */
export function SalePrice({ sale, after }: SalePriceProps) {
  const { t, locale } = useFormat()
  const money = (minor: number) => formatMoney(minor, sale.currency, locale)
  return (
    <>
      <PriceLines
        lines={sale.lines}
        currency={sale.currency}
        totalMinor={sale.gross_minor}
        totalLabel={t('app.portal.price.gross')}
      />
      <Box component="dl" sx={{ m: 0, mt: 2, pt: 2, borderTop: 1, borderColor: 'divider', fontSize: 'body2.fontSize' }}>
        {(['commission', 'net'] as const).map((name) => (
          <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, py: 1 }}>
            <dt>{t(`app.portal.price.${name}`)}</dt>
            <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
              {money(sale[`${name}_minor`])}
            </Box>
          </Box>
        ))}
      </Box>
      {after}
    </>
  )
}
