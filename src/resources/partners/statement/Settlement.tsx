import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Partner } from '../../../../contract/entities/partner'
import type { SettledStatement, StatementDetail } from '../../../../contract/partner/settlement'
import { call } from '../../../providers/http/call'
import { openPdf, saveCsv } from '../../../providers/http/files'
import { useHasRight } from '../../../providers/auth/useSession'
import { useLanguage } from '../../../providers/i18n/useLanguage'
import { Column } from '../../../ui/Column'
import { Muted } from '../../../ui/Muted'
import { problemText } from '../../../ui/problemText'
import { ReasonDialog } from '../../../ui/ReasonDialog'
import { linesOfClosed, StatementLines } from '../../../features/statements/StatementLines'
import { StatementPayments } from '../../../features/statements/StatementPayments'
import { StatementsTable } from '../../../features/statements/StatementsTable'
import { SecondaryText } from '../../../ui/Text'
import { useFormat } from '../../../ui/useFormat'
import { useOnce } from '../../../ui/useOnce'
import { Card } from '../../../kit/RecordSections'
import { recordPath } from '../../../kit/recordPaths'
import { CloseDialog, PayDialog } from './SettlementDialogs'

const listKey = (partnerId: string) => ['partners', 'statements', partnerId]
const oneKey = (id: string) => ['partners', 'statements', 'one', id]

/** Closed statements of a partner with their payments; the URL contains the open one. */
export function Settlement({ partner }: { partner: Partner }) {
  const format = useFormat()
  const { t } = format
  const { code: language } = useLanguage()
  const queries = useQueryClient()
  const maySettle = useHasRight('settle_partners')
  const [query] = useSearchParams()
  const [asked, setAsked] = useState<'close' | SettledStatement | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error } = useQuery({
    queryKey: listKey(partner.id),
    queryFn: () => call('GET /partners/:id/statements', { params: { id: partner.id } }),
    staleTime: 0,
  })
  const shown = query.get('number')
  const open = data?.find(({ number }) => String(number) === shown)
  const hand = (work: () => Promise<void>) => () => {
    setRefusal(null)
    work().catch(setRefusal)
  }
  const reread = () => queries.invalidateQueries({ queryKey: ['partners', 'statements'] })
  const wrong = refusal ?? error
  return (
    <>
      <Card
        title={t('app.settlement.title')}
        action={
          maySettle && (
            <Button variant="contained" onClick={() => setAsked('close')}>
              {t('app.settlement.close')}
            </Button>
          )
        }
      >
        <Column>
          <SecondaryText size="body2">{t('app.settlement.text')}</SecondaryText>
          {wrong && <Alert severity="error">{problemText(wrong, format)}</Alert>}
          {data?.length === 0 ? (
            <Muted>{t('app.settlement.none')}</Muted>
          ) : (
            !error && (
              <StatementsTable
                statements={data}
                linkTo={({ number }) => `?view=statement&number=${number}`}
                actions={(statement) => {
                  const params = { id: statement.id }
                  const name = `${partner.code}-${statement.number}`
                  return (
                    <>
                      {maySettle && statement.state !== 'paid' && (
                        <Button
                          size="small"
                          variant="outlined"
                          aria-label={t('app.settlement.payOf', { number: statement.number })}
                          onClick={() => setAsked(statement)}
                        >
                          {t('app.settlement.pay')}
                        </Button>
                      )}
                      <Button
                        size="small"
                        aria-label={t('app.settlement.pdfOf', { number: statement.number })}
                        onClick={hand(() =>
                          openPdf('GET /statements/:id/statement.pdf', { params, query: { language } }),
                        )}
                      >
                        {t('app.settlement.pdf')}
                      </Button>
                      <Button
                        size="small"
                        aria-label={t('app.settlement.csvOf', { number: statement.number })}
                        onClick={hand(() => saveCsv('GET /statements/:id/statement.csv', { params }, `${name}.csv`))}
                      >
                        {t('app.settlement.csv')}
                      </Button>
                    </>
                  )
                }}
              />
            )
          )}
        </Column>
      </Card>
      {open && <OpenStatement key={open.id} statement={open} onChange={reread} />}
      {asked === 'close' && <CloseDialog partner={partner} onDone={reread} onClose={() => setAsked(null)} />}
      {asked !== null && asked !== 'close' && (
        <PayDialog statement={asked} onDone={reread} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

/** A statement: its trips and payments. */
function OpenStatement({ statement, onChange }: { statement: SettledStatement; onChange: () => Promise<unknown> }) {
  const format = useFormat()
  const { t } = format
  const mayReverse = useHasRight('reverse_payment')
  const { data, error } = useQuery({
    queryKey: oneKey(statement.id),
    queryFn: () => call('GET /statements/:id', { params: { id: statement.id } }),
    staleTime: 0,
  })
  return (
    <Card title={t('app.statement.numbered', { number: statement.number })}>
      {error && <Alert severity="error">{problemText(error, format)}</Alert>}
      {!data && !error && <Skeleton variant="rectangular" height={280} />}
      {data && (
        <Column>
          <StatementLines {...linesOfClosed(data)} linkTo={(id) => recordPath('reservations', id)} />
          <StatementPayments
            statement={data}
            {...(mayReverse && {
              action: (payment) => <ReverseButton statementId={data.id} payment={payment} onChange={onChange} />,
            })}
          />
        </Column>
      )}
    </Card>
  )
}

interface ReverseButtonProps {
  statementId: string
  payment: StatementDetail['payments'][number]
  onChange: () => Promise<unknown>
}

/** Reverses a payment that was recorded by mistake. */
function ReverseButton({ statementId, payment, onChange }: ReverseButtonProps) {
  const { t } = useFormat()
  const [asks, setAsks] = useState(false)
  const once = useOnce()
  const title = t('app.settlement.reverseOf', { reference: payment.reference })
  return (
    <>
      <Button size="small" aria-label={title} onClick={() => setAsks(true)}>
        {t('app.settlement.reverse')}
      </Button>
      {asks && (
        <ReasonDialog
          title={title}
          action={t('app.settlement.reverse')}
          onConfirm={async (reason) => {
            const params = { id: statementId, payment_id: payment.id }
            const body = { reason }
            await once(body, (key) =>
              call('POST /statements/:id/payments/:payment_id/reverse', { params, body, once: key }),
            )
            setAsks(false)
            await onChange()
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}
