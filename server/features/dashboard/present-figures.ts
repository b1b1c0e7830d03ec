import type { Figures, Sold } from '../../../contract/operations/dashboard-figures'
import { DASHBOARD_MEMBERS_MAX } from '../../../contract/core/limits/dashboard'
import { CHANNELS } from '../../../contract/core/vocabulary'
import { daysBetween, type ComparedDays } from '../../domain/figures/days'
import { groupBy } from '../../domain/group-by'
import type { FigureRow } from './repository'

const COUNTS = ['bookings', 'seats', 'cancellations', 'departures', 'capacity', 'load'] as const

/** Returns rows in the form of the answer. @param showsPartners whether the caller may see partners */
export function presentFigures(rows: readonly FigureRow[], days: ComparedDays, showsPartners: boolean): Figures {
  const all = rows.filter(({ dimension }) => dimension === 'all')
  const byDay = groupBy(all, ({ day }) => day ?? '')
  const members = (dimension: FigureRow['dimension']) =>
    [
      ...groupBy(
        rows.filter((row) => row.dimension === dimension),
        ({ member }) => member,
      ).values(),
    ]
      .flatMap((own) => (own[0] ? [{ first: own[0], sold: sumOf(own) }] : []))
      .filter(({ sold }) => COUNTS.some((name) => sold[name] !== 0) || sold.revenue.length > 0)
      .toSorted((a, b) => b.sold.bookings - a.sold.bookings || b.sold.load - a.sold.load)
      .slice(0, DASHBOARD_MEMBERS_MAX)
  const isNow = ({ day }: FigureRow) => day !== null
  return {
    from: days.from,
    to: days.to,
    before_from: days.beforeFrom,
    before_to: days.beforeTo,
    now: sumOf(all.filter(isNow)),
    before: sumOf(all.filter((row) => !isNow(row))),
    by_day: daysBetween(days.from, days.to).map((day) => ({ day, ...sumOf(byDay.get(day) ?? []) })),
    by_route: members('route').map(({ first, sold }) => ({
      id: first.member,
      code: first.code ?? '',
      name: first.name ?? { en: first.code ?? '' },
      ...sold,
    })),
    by_channel: members('channel').flatMap(({ first, sold }) =>
      CHANNELS.filter((channel) => channel === first.member).map((channel) => ({ channel, ...sold })),
    ),
    by_partner: showsPartners
      ? members('partner').map(({ first, sold }) => ({ id: first.member, name: first.legal_name ?? '', ...sold }))
      : null,
  }
}

function sumOf(rows: readonly FigureRow[]): Sold {
  const sum = (name: (typeof COUNTS)[number]) => rows.reduce((total, row) => total + row[name], 0)
  const revenue = [...groupBy(rows, ({ currency }) => currency)]
    .map(([currency, own]) => ({ currency, amount_minor: own.reduce((total, row) => total + row.revenue_minor, 0) }))
    .filter(({ amount_minor: amount }) => amount !== 0)
    .toSorted((a, b) => b.amount_minor - a.amount_minor)
  const counts = Object.fromEntries(COUNTS.map((name) => [name, sum(name)])) as Record<(typeof COUNTS)[number], number>
  return { ...counts, revenue }
}
