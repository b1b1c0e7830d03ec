import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { numberFormat } from '../../providers/format/intl'
import { formatMoney } from '../../providers/format/money'
import { NOTHING } from '../../ui/Muted'
import { useFormat } from '../../ui/useFormat'
import type { Bar } from './chartData'
import { measureText, valueOf } from './sold'

const COUNTS = ['bookings', 'seats', 'cancellations', 'departures'] as const

/** All figures of a chart as a table. @param first header of the first column */
export function FigureTable({ title, first, bars }: { title: string; first: string; bars: readonly Bar[] }) {
  const { t, locale } = useFormat()
  const count = numberFormat(locale)
  return (
    <Box tabIndex={0} role="region" aria-label={title} sx={{ height: '100%', overflow: 'auto' }}>
      <Box
        component="table"
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontSize: 'body2.fontSize',
          '& th, & td': { px: 3, py: 1.5, textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
          '& th:first-of-type': { textAlign: 'left' },
          '& thead th': { position: 'sticky', top: 0, fontWeight: 550, bgcolor: (theme) => theme.colours.muted },
          '& tbody tr + tr': { borderTop: 1, borderColor: 'divider' },
          '& td': { fontVariantNumeric: 'tabular-nums' },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {COUNTS.map((name) => (
              <th key={name} scope="col">
                {t(`app.dashboard.column.${name}`)}
              </th>
            ))}
            <th scope="col">{t('app.dashboard.measure.occupancy')}</th>
            <th scope="col">{t('app.dashboard.measure.revenue')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, label, to, sold }) => (
            <tr key={key}>
              <th scope="row">
                {to ? (
                  <Link component={RouterLink} to={to} color="inherit">
                    {label}
                  </Link>
                ) : (
                  label
                )}
              </th>
              {COUNTS.map((name) => (
                <td key={name}>{count.format(sold[name])}</td>
              ))}
              <td>{measureText(valueOf(sold, 'occupancy', ''), 'occupancy', '', locale)}</td>
              <td>
                {sold.revenue.length === 0
                  ? NOTHING
                  : sold.revenue.map((part) => (
                      <Box key={part.currency}>{formatMoney(part.amount_minor, part.currency, locale)}</Box>
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
