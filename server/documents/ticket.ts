import type { I18nText } from '../../contract/core/scalars'
import { inLanguage } from '../../contract/core/scalars'
import type { ReservationLeg } from '../../contract/entities/reservation-parts'
import type { Ticket } from '../../contract/operations/tickets'
import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import { dayOf, moneyOf, timeOf } from './formats'
import { Sheet } from './sheet'
import { fill, ticketWords, type TicketWords } from './words'

/** Leg of the trip as printed. Times are instants, shown in the time zone of their station. */
export interface TicketRide {
  journeyCode: string
  /** Set for a return trip. */
  direction?: ReservationLeg['direction']
  from: TicketCall
  to: TicketCall
}
interface TicketCall {
  name: I18nText
  /** Planned time. */
  at: string
  /** Expected time. */
  expectedAt: string
  timezone: string
  platform: string | null
}

export interface TicketSheet {
  language: Language
  company: string
  reference: string
  leadName: string
  rides: readonly TicketRide[]
  /** One page each. */
  tickets: readonly Ticket[]
  /** Price of the whole reservation. */
  totalMinor: number
  /** Minor units of it that are not paid yet. */
  owedMinor: number
  currency: string
}

const QR_PT = 150
const DOT_AT_PT = 60

/** Returns the tickets of a reservation as a PDF, a page for each passenger, from right to left in Arabic. */
export async function ticketPdf(sheet: TicketSheet): Promise<Buffer> {
  const words = ticketWords(sheet.language)
  const locale = INTL_LOCALES[sheet.language]
  const page = await Sheet.open(sheet.language, `${words.title} ${sheet.reference}`, sheet)
  sheet.tickets.forEach((ticket, index) => {
    if (index > 0) page.turn()
    const width = page.width - QR_PT - 24
    page.qr(ticket.payload, QR_PT)
    page.line(sheet.company, 0, width, { size: 11, quiet: true })
    page.y += 22
    page.line(words.title, 0, width, { size: 20, weight: 'strong', heading: 'H1' })
    page.y += 40
    fact(page, words.reference, sheet.reference, width)
    fact(page, words.passenger, ticket.name ?? sheet.leadName, width)
    fact(page, words.category, words.categories[ticket.category], width)
    if (ticket.seat_label !== null) fact(page, words.seat, ticket.seat_label, width)
    page.y += 16
    for (const ride of sheet.rides) rideLines(page, ride, sheet.language, words)
    page.rule()
    page.y += 12
    page.line(words.total(sheet.tickets.length), 0, page.width - 160, { size: 10 })
    page.line(moneyOf(sheet.totalMinor, sheet.currency, locale), page.width - 160, 160, {
      size: 11,
      weight: 'strong',
      atEnd: true,
    })
    page.y += 18
    if (sheet.owedMinor > 0) {
      page.line(fill(words.owed, { amount: moneyOf(sheet.owedMinor, sheet.currency, locale) }), 0, page.width, {
        size: 10,
      })
      page.y += 18
    }
    page.y += 8
    page.paragraph(words.note, 0, page.width, { size: 9, quiet: true })
  })
  return page.finish((number, pages) => `${sheet.reference} · ${number}/${pages}`)
}

function fact(page: Sheet, label: string, value: string, width: number): void {
  page.line(label, 0, width, { size: 8, quiet: true })
  page.y += 11
  page.line(value, 0, width, { size: 12, weight: 'strong' })
  page.y += 21
}

/** Returns the day of a ride, after its direction where there are two. */
export const dayOfRide = ({ direction }: TicketRide, day: string, ways: Record<string, string>): string =>
  direction === undefined ? day : `${ways[direction]} · ${day}`

function rideLines(page: Sheet, ride: TicketRide, language: Language, { platform, ways }: TicketWords): void {
  const { from, to, journeyCode } = ride
  const locale = INTL_LOCALES[language]
  page.rule()
  page.y += 12
  page.line(dayOfRide(ride, dayOf(from.at, from.timezone, locale), ways), 0, page.width - 160, {
    size: 11,
    weight: 'strong',
  })
  page.line(journeyCode, page.width - 160, 160, { size: 9, quiet: true, atEnd: true })
  page.y += 22
  for (const call of [from, to]) {
    page.line(timeOf(call.at, call.timezone, locale), 0, DOT_AT_PT, { size: 14, weight: 'strong' })
    const where = call.platform === null ? '' : ` · ${platform} ${call.platform}`
    page.line(`${inLanguage(call.name, language)}${where}`, DOT_AT_PT, page.width - DOT_AT_PT, { size: 14 })
    page.y += 24
  }
  page.y += 4
}
