import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Partner } from '../../../../contract/entities/partner'
import type { PartnerStatement } from '../../../../contract/partner/statement'
import { toZonedInput } from '../../../providers/format/dates'
import { numberFormat } from '../../../providers/format/intl'
import { formatMoney } from '../../../providers/format/money'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { Card } from '../../../kit/RecordSections'
import { useLanguage } from '../../../providers/i18n/useLanguage'
import { openPdf, saveCsv } from '../../../providers/http/files'
import { call } from '../../../providers/http/call'
import { StatementTable } from './StatementTable'
import { Column } from '../../../ui/Column'
import { SecondaryText } from '../../../ui/SecondaryText'

/** What a partner owes for the trips of a period: this month until today unless chosen otherwise. */
export function StatementView({ partner }: { partner: Partner }) {
  const format = useFormat()
  const { t } = format
  const { code: language } = useLanguage()
  const now = useNow()
  const today = toZonedInput(new Date(now).toISOString(), partner.timezone).slice(0, 10)
  const [period, setPeriod] = useState({ from: `${today.slice(0, 8)}01`, to: today })
  const params = { id: partner.id }
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['partners', 'statement', partner.id, period],
    queryFn: () => call('GET /partners/:id/statement', { params, query: period }),
    enabled: period.from !== '' && period.to !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const hand = (work: () => Promise<void>) => () => {
    setRefusal(null)
    work().catch(setRefusal)
  }
  const wrong = refusal ?? error
  const day = (name: 'from' | 'to') => (
    <TextField
      type="date"
      label={t(`app.partnerDesk.statement.${name}`)}
      value={period[name]}
      onChange={(event) => setPeriod({ ...period, [name]: event.target.value })}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: 170 }}
    />
  )
  return (
    <Card
      title={t('app.statement.title')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <Button
            variant="outlined"
            onClick={hand(() =>
              saveCsv(
                'GET /partners/:id/statement.csv',
                { params, query: period },
                `${partner.code}-${period.from}-${period.to}.csv`,
              ),
            )}
          >
            {t('app.partnerDesk.statement.csv')}
          </Button>
          <Button
            variant="outlined"
            onClick={hand(() => openPdf('GET /partners/:id/statement.pdf', { params, query: { ...period, language } }))}
          >
            {t('app.partnerDesk.statement.pdf')}
          </Button>
        </Box>
      }
    >
      <Column bounded>
        <SecondaryText size="body2">{t('app.partnerDesk.statement.text')}</SecondaryText>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
          {day('from')}
          {day('to')}
        </Box>
        {wrong && <Alert severity="error">{problemText(wrong, format)}</Alert>}
        {!data && !error && <Skeleton variant="rectangular" height={280} />}
        {data && (
          <>
            <Totals statement={data} />
            {data.trips.length === 0 ? (
              <Muted>{t('app.statement.none')}</Muted>
            ) : (
              <StatementTable trips={data.trips} busy={isPlaceholderData} />
            )}
            {data.is_cut && <Alert severity="info">{t('app.statement.cut')}</Alert>}
          </>
        )}
      </Column>
    </Card>
  )
}

function Totals({ statement }: { statement: PartnerStatement }) {
  const { t, locale } = useFormat()
  return statement.totals.map((total) => {
    const money = (minor: number) => formatMoney(minor, total.currency, locale)
    const facts = [
      ['trips', numberFormat(locale).format(total.trips)],
      ['gross', money(total.gross_minor)],
      ['commission', money(total.commission_minor)],
      ['owed', money(total.net_minor)],
    ]
    return (
      <Box
        key={total.currency}
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}
      >
        {facts.map(([name, value]) => (
          <div key={name}>
            <SecondaryText component="dt" size="body2">
              {t(`app.statement.${name}`)}
            </SecondaryText>
            <Box component="dd" sx={{ m: 0, fontSize: 20, fontWeight: 600 }}>
              {value}
            </Box>
          </div>
        ))}
      </Box>
    )
  })
}
