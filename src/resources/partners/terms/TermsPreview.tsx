import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useGetList, useGetOne } from 'react-admin'
import type { Fare } from '../../../../contract/entities/fare'
import type { Partner } from '../../../../contract/entities/partner'
import type { Route } from '../../../../contract/entities/route'
import type { Quote } from '../../../../contract/operations/quote'
import { formatDate, today } from '../../../providers/format/dates'
import { formatMinutes } from '../../../providers/format/durations'
import { formatMoney } from '../../../providers/format/money'
import { PriceLines } from '../../../ui/PriceLines'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { RecordPicker } from '../../../kit/form/RecordPicker'
import { Card } from '../../../kit/RecordSections'
import { priceFor } from '../partnerAccessApi'
import { SecondaryText } from '../../../ui/Text'
import { HoldsNow } from './HoldsNow'

const WEEK_MS = 7 * 86_400_000
/** Height of a quote with two price lines, reserved so that nothing below moves. */
const QUOTE_HEIGHT_PX = 204
const FIRST = {
  pagination: { page: 1, perPage: 1 },
  sort: { field: 'code', order: 'ASC' },
  filter: { status: 'active' },
} as const

const faresOf = (routeId: string) => ({
  pagination: { page: 1, perPage: 50 },
  sort: { field: 'valid_from', order: 'DESC' } as const,
  filter: { route_id: routeId, passenger_category: 'adult' },
})

const holdsOn = ({ vehicle_type_id, valid_from, valid_to }: Fare, date: string): boolean =>
  vehicle_type_id === null && (valid_from === null || valid_from <= date) && (valid_to === null || valid_to >= date)

/** Example of the partner's terms on an actual fare: passenger price, commission and amount due. */
export function TermsPreview({ partner }: { partner: Partner }) {
  const format = useFormat()
  const { t, locale } = format
  const now = useNow()
  const date = today(now + WEEK_MS)
  const { contract } = partner
  const allowed = contract.allowed_route_ids
  const [picked, setPicked] = useState<string | null>(null)
  const { data: [first] = [] } = useGetList<Route>('routes', FIRST, { enabled: allowed.length === 0 })
  const routeId = picked ?? allowed[0] ?? first?.id ?? ''
  const { data: route } = useGetOne<Route>('routes', { id: routeId }, { enabled: routeId !== '' })
  const { data: fares } = useGetList<Fare>('fares', faresOf(routeId), { enabled: routeId !== '' })
  const fare = fares?.find((one) => holdsOn(one, date))
  const quote = useQuery({
    queryKey: ['partners', 'price', partner.id, partner.version, fare?.id, date],
    queryFn: () =>
      route && fare ? priceFor(partner.id, route, fare, date) : Promise.reject(new Error('app.problem.offline')),
    enabled: route !== undefined && fare !== undefined,
    staleTime: 0,
    retry: false,
  })
  const isForeign = allowed.length > 0 && routeId !== '' && !allowed.includes(routeId)
  return (
    <Card title={t('app.partnerDesk.terms.title')}>
      <Box sx={{ display: 'grid', gap: 4, fontSize: 'body2.fontSize' }}>
        <RecordPicker
          resource="routes"
          filter={{ status: 'active' }}
          ids={routeId === '' ? [] : [routeId]}
          onPick={([id]) => setPicked(id ?? null)}
          box={{ label: t('app.partnerDesk.terms.route') }}
        />
        {isForeign && <Alert severity="warning">{t('app.partnerDesk.terms.foreign')}</Alert>}
        <SecondaryText>{t('app.partnerDesk.terms.for', { date: formatDate(date, locale) })}</SecondaryText>
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 5, display: 'grid', gap: 1 }}>
          <li>{t('app.partnerDesk.terms.hold', { time: formatMinutes(contract.hold_minutes, locale) })}</li>
          <li>
            <HoldsNow partner={partner} />
          </li>
          <li>{t(`app.partnerDesk.terms.cancel.${contract.cancel_rights}`)}</li>
          {contract.credit_limit_minor !== null && (
            <li>
              {t('app.partnerDesk.terms.credit', {
                amount: formatMoney(contract.credit_limit_minor, partner.currency, locale),
              })}
            </li>
          )}
        </Box>
        <Box sx={{ minHeight: QUOTE_HEIGHT_PX }}>
          {quote.error && <Alert severity="info">{problemText(quote.error, format)}</Alert>}
          {fares && !fare && <Alert severity="info">{t('errors.no_fare')}</Alert>}
          {!quote.data && !quote.error && (!fares || fare) && <Skeleton height={QUOTE_HEIGHT_PX} />}
          {quote.data && <Share quote={quote.data} />}
        </Box>
      </Box>
    </Card>
  )
}

function Share({ quote }: { quote: Quote }) {
  const { t, locale } = useFormat()
  const commission = quote.partner?.commission_minor ?? 0
  const shares = { commission, net: quote.partner?.net_minor ?? quote.total_minor }
  return (
    <>
      <PriceLines
        lines={quote.lines}
        currency={quote.currency}
        totalMinor={quote.total_minor}
        totalLabel={t('app.reservation.total')}
      />
      <Box component="dl" sx={{ m: 0, mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        {(['commission', 'net'] as const).map((name) => (
          <Box key={name} sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, py: 1 }}>
            <dt>{t(`app.partnerDesk.terms.${name}`)}</dt>
            <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
              {formatMoney(shares[name], quote.currency, locale)}
            </Box>
          </Box>
        ))}
      </Box>
    </>
  )
}
