import type { ManifestParty } from '../../contract/operations/manifest'
import { inLanguage } from '../../contract/core/scalars'
import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import { printedPhone } from './phone-text'
import { Sheet } from './sheet'
import { isolated } from './text'
import { fill, manifestWords, type ManifestWords } from './words'
import { dayOf, moneyOf, timeOf } from './formats'

export interface ManifestSheet {
  language: Language
  code: string
  /** Name of the route. */
  route: string
  departsAt: string
  timezone: string
  vehicle: string | null
  driver: string | null
  /** Company that operates the journey for us. */
  operator: string | null
  stops: { name: string; seq: number; departsAt: string; timezone: string; parties: ManifestParty[] }[]
  /** Address of the list in the console; null where it is unknown. */
  url: string | null
}

const CHECK_PT = 10
const NAME_AT_PT = 20
const QR_PT = 64

/** Returns the boarding list as a PDF, in the driver's language, from right to left in Arabic. */
export async function manifestPdf(sheet: ManifestSheet): Promise<Buffer> {
  const words = manifestWords(sheet.language)
  const locale = INTL_LOCALES[sheet.language]
  const page = await Sheet.open(sheet.language, `${words.title} ${sheet.code}`, sheet)
  head(page, sheet, words, locale)
  for (const stop of sheet.stops) {
    if (stop.parties.length === 0) continue
    const people = stop.parties.reduce((sum, party) => sum + travelling(party).length, 0)
    page.need(48)
    page.line(`${timeOf(stop.departsAt, stop.timezone, locale)}  ${stop.name}`, 0, page.width - 80, {
      size: 11,
      weight: 'strong',
      heading: 'H2',
    })
    page.line(String(people), page.width - 80, 80, { size: 11, weight: 'strong', atEnd: true })
    page.y += 18
    for (const party of stop.parties) partyLines(page, party, sheet, words, locale)
    page.y += 10
  }
  return page.finish((number, pages) => `${sheet.code} · ${fill(words.page, { page: number, pages })}`)
}

const travelling = ({ passengers }: ManifestParty) => passengers.filter(({ status }) => status !== 'cancelled')

function head(page: Sheet, sheet: ManifestSheet, words: ManifestWords, locale: string): void {
  const width = page.width - QR_PT - 16
  if (sheet.url !== null) page.qr(sheet.url, QR_PT)
  page.line(`${words.title} ${sheet.code}`, 0, width, { size: 16, weight: 'strong', heading: 'H1' })
  page.y += 24
  page.line(sheet.route, 0, width, { size: 11 })
  page.y += 16
  page.line(dayOf(sheet.departsAt, sheet.timezone, locale), 0, width, { size: 10 })
  page.y += 14
  const crew = [
    sheet.operator && `${words.operator}: ${sheet.operator}`,
    sheet.vehicle && `${words.vehicle}: ${sheet.vehicle}`,
    sheet.driver && `${words.driverName}: ${sheet.driver}`,
  ].filter(Boolean)
  page.line(crew.join('  ·  '), 0, width, { size: 10, quiet: true })
  page.y += 26
}

function partyLines(
  page: Sheet,
  party: ManifestParty,
  sheet: ManifestSheet,
  words: ManifestWords,
  locale: string,
): void {
  const people = travelling(party)
  const names = people.map(({ name }) => name).filter((name) => name !== null && name !== party.lead_name)
  const needs = [...new Set(people.flatMap((passenger) => passenger.needs))].map((need) => words.needs[need])
  const kinds = [...new Set(people.map(({ category }) => category))].filter((category) => category !== 'adult')
  const extras = party.extras.map(({ name, quantity }) => `${quantity} × ${inLanguage(name, sheet.language)}`)
  const to = sheet.stops.find((stop) => stop.seq === party.alight_seq)?.name
  const owed =
    party.amount_due_minor > 0
      ? fill(words.owed, { amount: moneyOf(party.amount_due_minor, party.currency, locale) })
      : ''
  const facts = [...needs, ...kinds.map((category) => words.categories[category]), ...extras]
  const below = [to === undefined ? '' : fill(words.to, { station: to }), ...names].filter(Boolean)
  page.need(44)
  page.rule()
  page.y += 6
  page.box(0, CHECK_PT)
  page.line(`${isolated(party.lead_name)} (${people.length})`, NAME_AT_PT, 200, { size: 10, weight: 'strong' })
  page.line(party.reference, 230, 60, { size: 9 })
  page.line(printedPhone(party.lead_phone ?? '', sheet.language), 295, 100, { size: 9, own: true })
  page.line(owed, page.width - 120, 120, { size: 9, weight: 'strong', atEnd: true })
  page.y += 14
  if (facts.length > 0) page.paragraph(facts.join(' · '), NAME_AT_PT, page.width - NAME_AT_PT, { weight: 'strong' })
  if (below.length > 0) page.paragraph(below.join(' · '), NAME_AT_PT, page.width - NAME_AT_PT, { quiet: true })
  if (party.customer_notes !== null)
    page.paragraph(party.customer_notes, NAME_AT_PT, page.width - NAME_AT_PT, { quiet: true, own: true })
  page.y += 4
}
