import PrintIcon from '@mui/icons-material/PrintOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { TillSheet } from '../../../contract/operations/tills'
import { RecordMissing } from '../../kit/RecordStates'
import { formatMoney } from '../../providers/format/money'
import { call } from '../../providers/http/call'
import { statusOf } from '../../providers/http/problem'
import { Column } from '../../ui/Column'
import { Gate } from '../../ui/Gate'
import { Instant } from '../../ui/Instant'
import { NOTHING } from '../../ui/Muted'
import { PageHeader } from '../../ui/PageHeader'
import { PlainTable } from '../../ui/PlainTable'
import { problemText } from '../../ui/problemText'
import { StatusMark } from '../../ui/StatusMark'
import { SecondaryText } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { Difference, DifferenceOf } from './Difference'
import { MARKS, TILLS } from './tillsApi'

/** Hides everything except the sheet in print. */
const PRINTED = {
  '@media print': {
    'body *:not(:has(#till-sheet), #till-sheet, #till-sheet *)': { display: 'none !important' },
    '*:has(#till-sheet)': { display: 'block !important', margin: '0 !important', padding: '0 !important', border: 0 },
    '#till-sheet': { border: 0 },
  },
}

/** Printable sheet of a till session. */
export default function TillSheetPage() {
  const { id = '' } = useParams()
  return (
    <Gate action="show" resource="tills">
      <Sheet key={id} id={id} />
    </Gate>
  )
}

function Sheet({ id }: { id: string }) {
  const format = useFormat()
  const { t } = format
  const { data, error } = useQuery({
    queryKey: [...TILLS, 'sheet', id],
    queryFn: () => call('GET /till-sessions/:id', { params: { id } }),
    staleTime: 0,
    retry: false,
  })
  const back = { to: '/tills', label: t('app.tills.title') }
  if (error && !data)
    return (
      <>
        <PageHeader title={t('app.tills.sheet')} back={back} />
        {statusOf(error) === 404 ? (
          <Paper variant="outlined">
            <RecordMissing to={back.to} list={back.label} />
          </Paper>
        ) : (
          <Alert severity="error">{problemText(error, format)}</Alert>
        )}
      </>
    )
  return (
    <>
      <GlobalStyles styles={PRINTED} />
      <PageHeader
        title={data?.till_name ?? '…'}
        back={back}
        mark={data && <StatusMark filled value={MARKS[data.state]} label={t(`app.tills.states.${data.state}`)} />}
        actions={
          data && (
            <Button startIcon={<PrintIcon />} variant="outlined" onClick={() => window.print()}>
              {t('app.tills.print')}
            </Button>
          )
        }
      />
      <Paper id="till-sheet" variant="outlined" sx={{ p: { xs: 4, sm: 6 } }}>
        {data ? <Body sheet={data} /> : <Skeleton height={480} />}
      </Paper>
    </>
  )
}

function Body({ sheet }: { sheet: TillSheet }) {
  const { t, locale } = useFormat()
  const money = (amount: number | null) => (amount === null ? NOTHING : formatMoney(amount, sheet.currency, locale))
  const facts: [label: string, value: ReactNode][] = [
    ['till', <bdi key="till">{`${sheet.till_name} (${sheet.till_code})`}</bdi>],
    ['person', <bdi key="person">{sheet.user_name}</bdi>],
    ['openedAt', <Instant key="opened" value={sheet.opened_at} />],
    ['closedAt', sheet.closed_at ? <Instant key="closed" value={sheet.closed_at} /> : NOTHING],
    ['float', money(sheet.float_minor)],
    ['counted', money(sheet.counted_minor)],
    ['expected', sheet.state === 'open' ? t('app.tills.afterCount') : money(sheet.expected_minor)],
    ['difference', <Difference key="difference" session={sheet} />],
  ]
  if (sheet.opening_difference_minor !== 0)
    facts.push(
      ['openingDifference', <DifferenceOf key="o" amount={sheet.opening_difference_minor} currency={sheet.currency} />],
      ['openingReason', <bdi key="openingWhy">{sheet.opening_reason}</bdi>],
    )
  if (sheet.difference_reason !== null) facts.push(['why', <bdi key="why">{sheet.difference_reason}</bdi>])
  if (sheet.closed_by_name !== null) facts.push(['closedBy', <bdi key="by">{sheet.closed_by_name}</bdi>])
  if (sheet.handed_to_name !== null) facts.push(['handedTo', <bdi key="to">{sheet.handed_to_name}</bdi>])
  return (
    <Column gap={8} bounded>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
          gap: 4,
        }}
      >
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ minWidth: 0 }}>
            <SecondaryText component="dt" size="caption">
              {t(`app.tills.${label}`)}
            </SecondaryText>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      <Part title={t('app.tills.takings')} isEmpty={sheet.takings.length === 0} empty={t('app.tills.noTakings')}>
        <PlainTable
          label={t('app.tills.takings')}
          rows={sheet.takings}
          keyOf={({ method }) => method}
          busy={false}
          minWidth={420}
          inset={2}
          columns={[
            {
              label: t('resources.payments.fields.method'),
              cell: ({ method }) => t(`choices.moneyMethods.${method}`),
            },
            { label: t('app.tills.payments'), isAmount: true, cell: ({ payments }) => payments },
            { label: t('app.tills.taken'), isAmount: true, cell: (one) => money(one.payments_minor) },
            { label: t('app.tills.refunds'), isAmount: true, cell: ({ refunds }) => refunds },
            { label: t('app.tills.givenBack'), isAmount: true, cell: (one) => money(one.refunds_minor) },
          ]}
        />
      </Part>
      {sheet.moves.length > 0 && (
        <Part title={t('app.tills.moved')}>
          <PlainTable
            label={t('app.tills.moved')}
            rows={sheet.moves}
            keyOf={({ at, amount_minor }) => `${at} ${amount_minor}`}
            busy={false}
            minWidth={420}
            inset={2}
            columns={[
              { label: t('app.tills.when'), cell: ({ at }) => <Instant value={at} /> },
              {
                label: t('app.tills.where'),
                cell: ({ amount_minor: amount, till_name: name }) =>
                  t(amount > 0 ? 'app.tills.from' : 'app.tills.to', { name: name ?? t('app.tills.bank') }),
              },
              { label: t('app.desk.payment.amount'), isAmount: true, cell: (one) => money(one.amount_minor) },
              { label: t('app.tills.person'), cell: ({ user_name: name }) => <bdi>{name}</bdi> },
              {
                label: t('app.operations.reason'),
                cell: ({ reason }) => (reason === null ? NOTHING : <bdi>{reason}</bdi>),
              },
            ]}
          />
        </Part>
      )}
      {sheet.counts.map((count, index) => (
        <Part
          key={index}
          title={t(`choices.tillCountKinds.${count.kind}`)}
          isEmpty={count.total_minor === 0}
          empty={t('app.tills.emptyTill')}
        >
          <SecondaryText size="body2">
            <bdi>{count.user_name}</bdi> · <Instant value={count.at} />
          </SecondaryText>
          <PlainTable
            label={`${t(`choices.tillCountKinds.${count.kind}`)} ${index + 1}`}
            rows={count.pieces}
            keyOf={({ denomination_minor }) => String(denomination_minor)}
            busy={false}
            minWidth={320}
            inset={2}
            columns={[
              { label: t('app.tills.piece'), isAmount: true, cell: ({ denomination_minor: piece }) => money(piece) },
              { label: t('app.tills.number'), isAmount: true, cell: ({ pieces }) => pieces },
              {
                label: t('app.desk.payment.amount'),
                isAmount: true,
                cell: (one) => money(one.denomination_minor * one.pieces),
              },
            ]}
          />
          <Box sx={{ display: 'flex', justifyContent: 'space-between', px: 2, fontWeight: 600 }}>
            <span>{t('app.tills.counted')}</span>
            <span>{money(count.total_minor)}</span>
          </Box>
        </Part>
      ))}
    </Column>
  )
}

interface PartProps {
  title: string
  isEmpty?: boolean
  empty?: string
  children: ReactNode
}

const Part = ({ title, isEmpty = false, empty, children }: PartProps) => (
  <Box component="section">
    <Typography variant="h2" sx={{ mb: 2 }}>
      {title}
    </Typography>
    {isEmpty ? <SecondaryText>{empty}</SecondaryText> : children}
  </Box>
)
