import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { OWED_DAYS, type Owed, type Takings } from '../../../contract/operations/dashboard-money'
import type { Dashboard } from '../../../contract/operations/dashboard'
import { listLink } from '../../kit/list/listLink'
import { choiceKey } from '../../kit/vocabularies'
import { formatMoney } from '../../providers/format/money'
import { numberFormat } from '../../providers/format/intl'
import { Muted } from '../../ui/Muted'
import { PlainList } from '../../ui/Rows'
import { SecondaryText } from '../../ui/Text'
import { useFormat, type Format } from '../../ui/useFormat'
import { Panel } from './Panel'
import type { DashboardView } from './dashboardApi'

const ROW_PX = 44
const WAITING_ROWS = 4

interface MoneyProps {
  /** Undefined while loading. */
  data: Pick<Dashboard, 'takings' | 'owed'> | undefined
  view: DashboardView
  seesTakings: boolean
  seesOwed: boolean
}

/** Takings of the range by payment method, and amounts due by time since travel. */
export function Money({ data, view, seesTakings, seesOwed }: MoneyProps) {
  const { t } = useFormat()
  // Takings and debts are not filtered by station.
  const everywhere = view.stationId !== null && t('app.dashboard.allStations')
  const note = (...parts: (string | false)[]) => (
    <SecondaryText size="body2">{parts.filter((part) => part !== false).join(' · ')}</SecondaryText>
  )
  if (!seesTakings && !seesOwed) return null
  return (
    <Box
      sx={{
        mt: 4,
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      {seesTakings && (
        <Panel
          title={t('app.dashboard.money.takings')}
          action={note(t(`app.dashboard.range.${view.range}`), everywhere)}
        >
          <Parts parts={data?.takings ?? undefined} isRead={data !== undefined} empty="noTakings" draw={TakingsIn} />
        </Panel>
      )}
      {seesOwed && (
        <Panel title={t('app.dashboard.money.owed')} action={note(everywhere)}>
          <Parts parts={data?.owed ?? undefined} isRead={data !== undefined} empty="nothingOwed" draw={OwedIn} />
        </Panel>
      )}
    </Box>
  )
}

interface PartsProps<Part> {
  parts: readonly Part[] | undefined
  isRead: boolean
  empty: 'noTakings' | 'nothingOwed'
  draw: (props: { part: Part }) => ReactNode
}

/** A section for each currency, because currencies are never added up. */
function Parts<Part extends { currency: string }>({ parts, isRead, empty, draw: Draw }: PartsProps<Part>) {
  const { t } = useFormat()
  if (!isRead)
    return (
      <PlainList>
        {Array.from({ length: WAITING_ROWS }, (_, index) => (
          <Line key={index} label={<Skeleton width="50%" />} />
        ))}
      </PlainList>
    )
  if (!parts || parts.length === 0)
    return (
      <Box sx={{ px: 4, py: 3, fontSize: 'body2.fontSize' }}>
        <Muted>{t(`app.dashboard.money.${empty}`)}</Muted>
      </Box>
    )
  return parts.map((part) => <Draw key={part.currency} part={part} />)
}

function TakingsIn({ part: { currency, net_minor: net, by_method: methods } }: { part: Takings }) {
  const { t, locale } = useFormat()
  const money = (minor: number) => formatMoney(minor, currency, locale)
  return (
    <PlainList aria-label={`${t('app.dashboard.money.takings')}, ${currency}`}>
      {methods.map(({ method, taken_minor, refunded_minor, net_minor, filter }) => (
        <Line
          key={method}
          label={<To to={listLink('payments', filter)}>{t(choiceKey('moneyMethods', method))}</To>}
          note={
            refunded_minor > 0 &&
            t('app.dashboard.money.parts', { taken: money(taken_minor), refunded: money(refunded_minor) })
          }
          amount={money(net_minor)}
        />
      ))}
      <Line isTotal label={t('app.dashboard.money.net')} amount={money(net)} />
    </PlainList>
  )
}

function OwedIn({ part: { currency, amount_minor: total, by_age: ages } }: { part: Owed }) {
  const format = useFormat()
  const { t, locale } = format
  const money = (minor: number) => formatMoney(minor, currency, locale)
  return (
    <PlainList aria-label={`${t('app.dashboard.money.owed')}, ${currency}`}>
      {ages.map(({ age, reservations, amount_minor, filter }) => (
        <Line
          key={age}
          label={<To to={listLink('reservations', filter)}>{ageText(age, format)}</To>}
          note={t('app.dashboard.money.bookings', {
            count: reservations,
            replace: { count: numberFormat(locale).format(reservations) },
          })}
          amount={money(amount_minor)}
        />
      ))}
      <Line isTotal label={t('app.dashboard.money.total')} amount={money(total)} />
    </PlainList>
  )
}

function ageText(age: Owed['by_age'][number]['age'], { t, locale }: Format): string {
  const { format } = numberFormat(locale)
  const since = (days: number) =>
    t(`app.dashboard.money.${age}`, {
      count: days,
      replace: { count: format(days), from: format(OWED_DAYS.week + 1) },
    })
  if (age === 'ahead') return t('app.dashboard.money.ahead')
  return since(OWED_DAYS[age === 'week' ? 'week' : 'month'])
}

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link component={RouterLink} to={to} color="inherit">
    {children}
  </Link>
)

interface LineProps {
  label: ReactNode
  note?: ReactNode
  amount?: string
  isTotal?: boolean
}

const Line = ({ label, note, amount, isTotal = false }: LineProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 4,
      minHeight: ROW_PX,
      px: 4,
      py: 2,
      fontSize: 'body2.fontSize',
      fontWeight: isTotal ? 600 : undefined,
      '&:not(:first-of-type), ul + ul > &': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>{label}</Box>
    <Box sx={{ display: 'flex', columnGap: 4, marginInlineStart: 'auto' }}>
      {note && <SecondaryText component="span">{note}</SecondaryText>}
      {amount !== undefined && (
        <Box component="span" sx={{ minWidth: 96, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
          {amount}
        </Box>
      )}
    </Box>
  </Box>
)
