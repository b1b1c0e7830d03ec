import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import { inLanguage, type I18nText } from '../../../contract/core/scalars'
import type { PartnerTrip } from '../../../contract/partner/sales'
import type { StatementDetail, StatementLine } from '../../../contract/partner/settlement'
import { numberFormat } from '../../providers/format/intl'
import { formatMoney } from '../../providers/format/money'
import { Column } from '../../ui/Column'
import { Instant } from '../../ui/Instant'
import { Muted, NOTHING } from '../../ui/Muted'
import { PlainTable } from '../../ui/PlainTable'
import { StatusMark } from '../../ui/StatusMark'
import { SecondaryText } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'

type Amounts = Pick<StatementLine, 'gross_minor' | 'commission_minor' | 'collected_minor' | 'net_minor'>

interface Total extends Amounts {
  currency: string
  trips: number
}

/** Trip of a statement, open or closed. */
interface Line
  extends Amounts, Pick<StatementLine, 'reservation_id' | 'reference' | 'partner_reference' | 'travel_at'> {
  key: string
  timezone: string
  currency: string
  origin: I18nText | null
  destination: I18nText | null
  /** Set only while the statement is open. */
  status?: PartnerTrip['status']
}

interface StatementLinesProps {
  totals: readonly Total[]
  lines: readonly Line[]
  busy?: boolean
  /** Returns the path of a trip's page. */
  linkTo: (reservationId: string) => string
}

const AMOUNTS = [
  ['gross', 'gross_minor'],
  ['commission', 'commission_minor'],
  ['collected', 'collected_minor'],
  ['owed', 'net_minor'],
] as const

/** Amounts to show; amounts collected from passengers only if there are any. */
const amountsOf = (rows: readonly Amounts[]) =>
  AMOUNTS.filter(([, field]) => field !== 'collected_minor' || rows.some((row) => row[field] !== 0))

/** Returns the totals and trips of a closed statement. */
export const linesOfClosed = (statement: StatementDetail): Pick<StatementLinesProps, 'totals' | 'lines'> => ({
  totals: [{ ...statement, trips: statement.lines }],
  lines: statement.trips.map((line) => ({
    ...line,
    key: String(line.position),
    currency: statement.currency,
  })),
})

/** Totals of a statement and its trips. */
export function StatementLines({ totals, lines, busy = false, linkTo }: StatementLinesProps) {
  const { t, locale, language } = useFormat()
  const isOpen = lines.some(({ status }) => status !== undefined)
  return (
    <Column>
      {totals.map((total) => (
        <StatementTotal key={total.currency} total={total} />
      ))}
      {lines.length === 0 ? (
        <Muted>{t('app.statement.none')}</Muted>
      ) : (
        <PlainTable<Line>
          label={t('app.statement.trips')}
          rows={lines}
          keyOf={({ key }) => key}
          busy={busy}
          minWidth={820}
          maxHeight={640}
          inset={2}
          columns={[
            {
              label: t('app.statement.departure'),
              cell: ({ travel_at: at, timezone }) => (at ? <Instant value={at} zone={timezone} /> : NOTHING),
            },
            {
              label: t('app.statement.reference'),
              cell: (line) => (
                <>
                  <Link component={RouterLink} to={linkTo(line.reservation_id)} color="inherit">
                    <bdi>{line.reference}</bdi>
                  </Link>{' '}
                  <bdi>{line.partner_reference}</bdi>
                </>
              ),
            },
            {
              label: t('app.statement.way'),
              cell: ({ origin, destination }) =>
                [origin, destination].map((place) => place && inLanguage(place, language)).join(' – '),
            },
            ...(isOpen
              ? [
                  {
                    label: t('app.partner.trips.status'),
                    cell: ({ status }: Line) =>
                      status && <StatusMark value={status} label={t(`choices.reservationStatuses.${status}`)} />,
                  },
                ]
              : []),
            ...amountsOf(lines).map(([name, field]) => ({
              label: t(`app.statement.${name}`),
              isAmount: true,
              cell: (line: Line) => formatMoney(line[field], line.currency, locale),
            })),
          ]}
        />
      )}
    </Column>
  )
}

function StatementTotal({ total }: { total: Total }) {
  const { t, locale } = useFormat()
  const facts = [
    ['trips', numberFormat(locale).format(total.trips)],
    ...amountsOf([total]).map(([name, field]) => [name, formatMoney(total[field], total.currency, locale)]),
  ] as const
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr 1fr', md: `repeat(${facts.length}, 1fr)` } }}
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
}
