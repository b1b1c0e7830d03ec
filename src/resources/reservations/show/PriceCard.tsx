import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reservation } from '../../../../contract/entities/reservation'
import { formatMoney } from '../../../providers/format/money'
import { useMay } from '../../../providers/auth/useSession'
import { Instant } from '../../../ui/Instant'
import { Muted } from '../../../ui/Muted'
import { PriceLines } from '../../../ui/PriceLines'
import { useFormat } from '../../../ui/useFormat'
import { Card } from '../../../kit/RecordSections'
import { call } from '../../../providers/http/call'
import { onDemand } from '../../../ui/onDemand'

const PriceTrace = onDemand(async () => ({ default: (await import('../desk/PriceTrace')).PriceTrace }))

/** The sold price by line, and the prices before it. */
export function PriceCard({ reservation }: { reservation: Reservation }) {
  const { t, locale } = useFormat()
  const mayAsk = useMay('list', 'fares')
  const [asking, setAsking] = useState(false)
  const { price_lines: lines, currency, total_minor: total, price_version: version } = reservation
  const { data: versions } = useQuery({
    queryKey: ['reservations', 'versions', reservation.id, version],
    queryFn: () => call('GET /reservations/:id/versions', { params: { id: reservation.id } }),
    enabled: version > 1,
  })
  if (lines.length === 0) return null
  return (
    <Card
      title={t('app.section.price')}
      action={mayAsk && <Button onClick={() => setAsking(true)}>{t('app.desk.why')}</Button>}
    >
      <PriceLines lines={lines} currency={currency} totalMinor={total} totalLabel={t('app.reservation.total')} />
      {versions?.map(
        (before) =>
          before.superseded_at && (
            <Box key={before.price_version} sx={{ mt: 2, fontSize: 'caption.fontSize' }}>
              <Muted>
                {t('app.desk.before')} <Instant value={before.superseded_at} />:{' '}
                {formatMoney(before.total_minor, before.currency, locale)}
              </Muted>
            </Box>
          ),
      )}
      {asking && <PriceTrace reservation={reservation} onClose={() => setAsking(false)} />}
    </Card>
  )
}
