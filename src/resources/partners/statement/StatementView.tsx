import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Partner } from '../../../../contract/entities/partner'
import { toZonedInput } from '../../../providers/format/dates'
import { dayOf } from '../../../ui/addressValues'
import { DateBox } from '../../../ui/DateBox'
import { problemText } from '../../../ui/problemText'
import { StatementLines } from '../../../features/statements/StatementLines'
import { useFormat } from '../../../ui/useFormat'
import { useNow } from '../../../ui/useNow'
import { recordPath } from '../../../kit/recordPaths'
import { Card } from '../../../kit/RecordSections'
import { useLanguage } from '../../../providers/i18n/useLanguage'
import { openPdf, saveCsv } from '../../../providers/http/files'
import { call } from '../../../providers/http/call'
import { Column, WrappingRow } from '../../../ui/Column'
import { SecondaryText } from '../../../ui/Text'

/** Amounts due by a partner for the trips of a period; the default is this month until today. */
export function StatementView({ partner }: { partner: Partner }) {
  const format = useFormat()
  const { t } = format
  const { code: language } = useLanguage()
  const now = useNow()
  const today = toZonedInput(new Date(now).toISOString(), partner.timezone).slice(0, 10)
  const [period, setPeriod] = useState({ from: `${today.slice(0, 8)}01`, to: today })
  const isReadable = Boolean(dayOf(period.from) && dayOf(period.to))
  const params = { id: partner.id }
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['partners', 'statement', partner.id, period],
    queryFn: () => call('GET /partners/:id/statement', { params, query: period }),
    enabled: isReadable,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const hand = (work: () => Promise<void>) => () => {
    setRefusal(null)
    work().catch(setRefusal)
  }
  const wrong = refusal ?? error
  const day = (name: 'from' | 'to') => (
    <DateBox
      label={t(`app.partnerDesk.statement.${name}`)}
      value={period[name]}
      zone={partner.timezone}
      onChange={(next) => setPeriod({ ...period, [name]: next })}
      sx={{ width: 200 }}
    />
  )
  return (
    <Card
      title={t('app.statement.title')}
      action={
        <WrappingRow>
          <Button
            variant="outlined"
            disabled={!isReadable}
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
            disabled={!isReadable}
            onClick={hand(() => openPdf('GET /partners/:id/statement.pdf', { params, query: { ...period, language } }))}
          >
            {t('app.partnerDesk.statement.pdf')}
          </Button>
        </WrappingRow>
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
            <StatementLines
              totals={data.totals}
              lines={data.trips.map(({ id, origin, destination, ...trip }) => ({
                ...trip,
                key: id,
                reservation_id: id,
                timezone: origin?.timezone ?? partner.timezone,
                origin: origin && origin.name,
                destination: destination && destination.name,
              }))}
              busy={isPlaceholderData}
              linkTo={(id) => recordPath('reservations', id)}
            />
            {data.is_cut && <Alert severity="info">{t('app.statement.cut')}</Alert>}
          </>
        )}
      </Column>
    </Card>
  )
}
