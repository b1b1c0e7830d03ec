import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettledStatement } from '../../../contract/partner/settlement'
import type { Partner } from '../../providers/auth/partnerSession'
import { call } from '../../providers/http/call'
import { openPdf, saveCsv } from '../../providers/http/files'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { Column } from '../../ui/Column'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { linesOfClosed, StatementLines } from '../../features/statements/StatementLines'
import { StatementPayments } from '../../features/statements/StatementPayments'
import { StatementsTable } from '../../features/statements/StatementsTable'
import { useFormat } from '../../ui/useFormat'
import type { SectionProps } from '../frame/sections'
import { Panel, SectionHead, ReadError } from '../sections/Panel'
import { linkTo, useAddress } from '../useAddress'

/** Closed statements of the partner, to view and download; the open one is in the address. */
export default function StatementSection({ partner }: SectionProps) {
  const format = useFormat()
  const { t } = format
  const { code: language } = useLanguage()
  const { values } = useAddress('statements', ['number'])
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'statements'],
    queryFn: () => call('GET /partner/dashboard/statements'),
    staleTime: 0,
  })
  const open = data?.find(({ number }) => String(number) === values.number)
  const hand = (work: () => Promise<void>) => () => {
    setRefusal(null)
    work().catch(setRefusal)
  }
  return (
    <Column>
      <SectionHead title={t('app.partner.nav.statements')} text={t('app.settlement.partnerText')} />
      {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      {error ? (
        <ReadError error={error} retry={() => void refetch()} />
      ) : (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          {data?.length === 0 ? (
            <StatePanel icon={ReceiptIcon} title={t('app.settlement.none')} text={t('app.settlement.partnerNone')} />
          ) : (
            <StatementsTable
              statements={data}
              linkTo={({ number }) => linkTo('statements', { number: String(number) })}
              actions={({ id, number }) => (
                <>
                  <Button
                    size="small"
                    aria-label={t('app.settlement.pdfOf', { number })}
                    onClick={hand(() =>
                      openPdf('GET /partner/dashboard/statements/:id/statement.pdf', {
                        params: { id },
                        query: { language },
                      }),
                    )}
                  >
                    {t('app.settlement.pdf')}
                  </Button>
                  <Button
                    size="small"
                    aria-label={t('app.settlement.csvOf', { number })}
                    onClick={hand(() =>
                      saveCsv(
                        'GET /partner/dashboard/statements/:id/statement.csv',
                        { params: { id } },
                        `${number}.csv`,
                      ),
                    )}
                  >
                    {t('app.settlement.csv')}
                  </Button>
                </>
              )}
            />
          )}
        </Paper>
      )}
      {open && <OpenStatement key={open.id} partner={partner} statement={open} />}
    </Column>
  )
}

function OpenStatement({ partner, statement: { id, number } }: { partner: Partner; statement: SettledStatement }) {
  const { t } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'statements', id],
    queryFn: () => call('GET /partner/dashboard/statements/:id', { params: { id } }),
    staleTime: 0,
  })
  return (
    <Panel title={t('app.statement.numbered', { number })}>
      {error ? (
        <ReadError error={error} retry={() => void refetch()} />
      ) : (
        <Box sx={{ p: 4 }}>
          {data ? (
            <Column bounded>
              <StatementLines {...linesOfClosed(data)} linkTo={(trip) => linkTo('trips', { trip })} />
              <StatementPayments statement={data} />
            </Column>
          ) : (
            <Skeleton variant="rectangular" height={280} />
          )}
        </Box>
      )}
    </Panel>
  )
}
