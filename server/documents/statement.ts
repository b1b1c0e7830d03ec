import type { SettledStatement, StatementDetail } from '../../contract/partner/settlement'
import type { PartnerStatement } from '../../contract/partner/statement'
import { inLanguage } from '../../contract/core/scalars'
import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import { fill, statementWords } from './words'
import { moneyOf, shortDayOf } from './formats'
import { Sheet } from './sheet'

/** Start and width of the columns, in points. */
const COLUMNS = {
  date: [0, 58],
  reference: [60, 88],
} as const
/** Amounts are at the end of the row; the route has the space that they leave. */
const ROUTE_AT_PT = 150
const AMOUNT_PT = 68
const GAP_PT = 2
const ROW_PT = 15

/** Content of a statement, open or closed. */
interface Paper {
  title: string
  /** Footer of each page. */
  foot: string
  partner: Pick<PartnerStatement['partner'], 'code' | 'legal_name'>
  period: PartnerStatement['period']
  /** Day by which it has to be paid. */
  due: string | null
  totals: readonly Total[]
  lines: readonly Line[]
  is_cut: boolean
}

interface Total extends Pick<
  SettledStatement,
  'currency' | 'gross_minor' | 'commission_minor' | 'collected_minor' | 'net_minor'
> {
  trips: number
}

interface Line extends Omit<Total, 'trips'> {
  travel_at: string | null
  timezone: string
  reference: string
  route: string
}

/** Returns what a partner owes for a period as a PDF: the totals, then each trip. From right to left in Arabic. */
export function statementPdf(statement: PartnerStatement, language: Language): Promise<Buffer> {
  const { partner, period, totals, trips, is_cut } = statement
  const name = (place: (typeof trips)[number]['origin']) => (place ? inLanguage(place.name, language) : '')
  return paperPdf(
    {
      title: statementWords(language).title,
      foot: partner.code,
      partner,
      period,
      due: null,
      totals,
      lines: trips.map((trip) => ({
        ...trip,
        timezone: trip.origin?.timezone ?? partner.timezone,
        reference: trip.partner_reference ?? trip.reference,
        route: `${name(trip.origin)} – ${name(trip.destination)}`,
      })),
      is_cut,
    },
    language,
  )
}

/** Returns a closed statement as a PDF, with its number and the day by which it has to be paid. */
export function settledStatementPdf(statement: StatementDetail, language: Language): Promise<Buffer> {
  const { number, partner, period, due_on, trips, currency } = statement
  const name = (place: (typeof trips)[number]['origin']) => (place ? inLanguage(place, language) : '')
  return paperPdf(
    {
      title: fill(statementWords(language).numbered, { number }),
      foot: `${partner.code} · ${number}`,
      partner,
      period,
      due: due_on,
      totals: [{ ...statement, trips: statement.lines }],
      lines: trips.map((trip) => ({
        ...trip,
        currency,
        reference: trip.partner_reference ?? trip.reference,
        route: `${name(trip.origin)} – ${name(trip.destination)}`,
      })),
      is_cut: false,
    },
    language,
  )
}

async function paperPdf(paper: Paper, language: Language): Promise<Buffer> {
  const { title, foot, partner, period, due, totals, lines, is_cut } = paper
  const words = statementWords(language)
  const locale = INTL_LOCALES[language]
  const page = await Sheet.open(language, `${title} ${partner.code}`, paper)
  const day = (text: string) => shortDayOf(`${text}T12:00:00Z`, 'UTC', locale)

  page.line(title, 0, page.width, { size: 20, weight: 'strong', heading: 'H1' })
  page.y += 30
  page.line(`${partner.legal_name} · ${partner.code}`, 0, page.width, { size: 12 })
  page.y += 18
  page.line(fill(words.period, { from: day(period.from), to: day(period.to) }), 0, page.width, {
    size: 10,
    quiet: true,
  })
  if (due !== null) {
    page.y += 16
    page.line(fill(words.payBy, { day: day(due) }), 0, page.width, { size: 10, quiet: true })
  }
  page.y += 26
  for (const total of totals) {
    const money = (minor: number) => moneyOf(minor, total.currency, locale)
    fact(page, words.trips, String(total.trips))
    fact(page, words.gross, money(total.gross_minor))
    fact(page, words.commission, money(total.commission_minor))
    if (total.collected_minor !== 0) fact(page, words.collected, money(total.collected_minor))
    fact(page, words.owed, money(total.net_minor), true)
    page.y += 8
  }
  const hasCollected = lines.some(({ collected_minor: collected }) => collected !== 0)
  if (lines.length === 0) page.paragraph(words.none, 0, page.width, { size: 10 })
  else heads()
  for (const line of lines) {
    if (page.isFull(ROW_PT)) {
      page.turn()
      heads()
    }
    const money = (minor: number) => moneyOf(minor, line.currency, locale)
    row([
      line.travel_at === null ? '' : shortDayOf(line.travel_at, line.timezone, locale),
      line.reference,
      line.route,
      money(line.gross_minor),
      money(line.commission_minor),
      ...(hasCollected ? [money(line.collected_minor)] : []),
      money(line.net_minor),
    ])
  }
  if (is_cut) page.paragraph(words.cut, 0, page.width, { size: 9, quiet: true })
  return page.finish((number, pages) => `${foot} · ${number}/${pages}`)

  function heads(): void {
    const collected = hasCollected ? [words.collected] : []
    row([words.departure, words.reference, words.way, words.gross, words.commission, ...collected, words.owed], true)
    page.rule()
    page.y += 5
  }

  function row(
    [date, reference, route, ...amounts]: readonly [string, string, string, ...string[]],
    isHead = false,
  ): void {
    const look = { size: 8.5, quiet: isHead } as const
    const amountsAt = page.width + GAP_PT - amounts.length * (AMOUNT_PT + GAP_PT)
    page.line(date, ...COLUMNS.date, look)
    page.line(reference, ...COLUMNS.reference, look)
    page.line(route, ROUTE_AT_PT, amountsAt - ROUTE_AT_PT - 2 * GAP_PT, look)
    for (const [index, amount] of amounts.entries())
      page.line(amount, amountsAt + index * (AMOUNT_PT + GAP_PT), AMOUNT_PT, { ...look, atEnd: true })
    page.y += ROW_PT
  }
}

function fact(page: Sheet, label: string, value: string, isSum = false): void {
  const look = { size: 11, weight: isSum ? 'strong' : 'normal' } as const
  if (isSum) {
    page.rule()
    page.y += 5
  }
  page.line(label, 0, page.width - 160, look)
  page.line(value, page.width - 160, 160, { ...look, atEnd: true })
  page.y += 18
}
