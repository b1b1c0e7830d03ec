import type { PartnerStatement } from '../../contract/partner/statement'
import { inLanguage } from '../../contract/core/scalars'
import type { Language } from '../../contract/core/vocabulary'
import { INTL_LOCALES } from '../../contract/core/intl-locales'
import { fill } from './manifest-words'
import { moneyOf } from './formats'
import { Sheet } from './sheet'
import { statementWords } from './statement-words'

/** Where the columns begin and how wide they are, in points. */
const COLUMNS = {
  date: [0, 66],
  reference: [70, 92],
  way: [166, 156],
  gross: [326, 62],
  commission: [390, 62],
} as const
const NET_AT_PT = 454
const ROW_PT = 15

/** What a partner owes for a period as a PDF: the totals, then trip by trip. From right to left in Arabic. */
export function statementPdf(statement: PartnerStatement, language: Language): Promise<Buffer> {
  const { partner, period, totals, trips } = statement
  const words = statementWords(language)
  const locale = INTL_LOCALES[language]
  const page = new Sheet(language === 'ae', `${words.title} ${partner.code}`)
  const day = (text: string) => dayText(`${text}T12:00:00Z`, 'UTC', locale)

  page.line(words.title, 0, page.width, { size: 20, weight: 'strong' })
  page.y += 30
  page.line(`${partner.legal_name} · ${partner.code}`, 0, page.width, { size: 12 })
  page.y += 18
  page.line(fill(words.period, { from: day(period.from), to: day(period.to) }), 0, page.width, {
    size: 10,
    quiet: true,
  })
  page.y += 26
  for (const total of totals) {
    const money = (minor: number) => moneyOf(minor, total.currency, locale)
    fact(page, words.trips, String(total.trips))
    fact(page, words.gross, money(total.gross_minor))
    fact(page, words.commission, money(total.commission_minor))
    fact(page, words.owed, money(total.net_minor), true)
    page.y += 8
  }
  if (trips.length === 0) page.paragraph(words.none, 0, page.width, { size: 10 })
  else heads()
  for (const trip of trips) {
    if (page.isFull(ROW_PT)) {
      page.turn()
      heads()
    }
    const money = (minor: number) => moneyOf(minor, trip.currency, locale)
    const name = (place: typeof trip.origin) => (place ? inLanguage(place.name, language) : '')
    const zone = trip.origin?.timezone ?? partner.timezone
    row([
      trip.travel_at === null ? '' : dayText(trip.travel_at, zone, locale),
      trip.partner_reference ?? trip.reference,
      `${name(trip.origin)} – ${name(trip.destination)}`,
      money(trip.gross_minor),
      money(trip.commission_minor),
      money(trip.net_minor),
    ])
  }
  if (statement.is_cut) page.paragraph(words.cut, 0, page.width, { size: 9, quiet: true })
  return page.finish((number, pages) => `${partner.code} · ${number}/${pages}`)

  function heads(): void {
    row([words.departure, words.reference, words.way, words.gross, words.commission, words.owed], true)
    page.rule()
    page.y += 5
  }

  function row(cells: readonly [string, string, string, string, string, string], isHead = false): void {
    const [date, reference, way, gross, commission, net] = cells
    const look = { size: 8.5, quiet: isHead } as const
    page.line(date, ...COLUMNS.date, look)
    page.line(reference, ...COLUMNS.reference, look)
    page.line(way, ...COLUMNS.way, look)
    page.line(gross, ...COLUMNS.gross, { ...look, atEnd: true })
    page.line(commission, ...COLUMNS.commission, { ...look, atEnd: true })
    page.line(net, NET_AT_PT, page.width - NET_AT_PT, { ...look, atEnd: true })
    page.y += ROW_PT
  }
}

const dayText = (instant: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone, numberingSystem: 'latn' }).format(new Date(instant))

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
