import { describe, expect, it } from 'vitest'
import { INTL_LOCALES, LANGUAGES } from '../../../../contract/core/languages'
import { ticketPdf } from '../../../../server/documents/ticket'
import { ticketWords } from '../../../../server/documents/words'
import { NAMES, textOf } from '../../../support/pdf'
import { ticketSheet as sheet } from '../../../support/sheets'

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

describe('printed tickets', () => {
  it.each(LANGUAGES)('are a PDF with a page for each passenger in %s', async (language) => {
    const pdf = await ticketPdf(sheet({ language }))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(pdf)).toBe(2)
  })

  it.each(LANGUAGES)('are tagged in %s: language, title, a heading, and each text as it is read', async (language) => {
    const pdf = (await ticketPdf(sheet({ language }))).toString('latin1')
    expect(pdf).toContain(`/Lang (${INTL_LOCALES[language]})`)
    expect(pdf).toContain('/DisplayDocTitle true')
    expect(pdf).toMatch(/\/MarkInfo \d+ 0 R/)
    expect(pdf).toContain('/Marked true')
    const objects = [...pdf.matchAll(/\d+ 0 obj\n([\s\S]*?)\nendobj/g)].map(([, body = '']) => body)
    const elements = objects.filter((body) => body.includes('/S /'))
    const actual = (kind: string) => elements.filter((body) => body.includes(`/S /${kind}\n`))
    expect([actual('Document'), actual('H1'), actual('Figure')].map(({ length }) => length)).toEqual([1, 2, 2])
    const lead = Buffer.from(sheet().leadName, 'utf16le').swap16().toString('latin1')
    expect(
      actual('P').some((body) => body.includes('/ActualText') && body.replaceAll(/\\([()\\])/g, '$1').includes(lead)),
    ).toBe(true)
  })

  it('contain names letter by letter in Latin, Greek, Cyrillic and Arabic, each glyph from one of its fonts', async () => {
    const [ticket] = sheet().tickets
    const named = [...NAMES, null].map((name, index) => ({ position: index + 1, name }))
    const pdf = await ticketPdf(sheet({ tickets: ticket ? named.map((more) => ({ ...ticket, ...more })) : [] }))
    const { lines, missing } = textOf(pdf)
    const leadAsDrawn = [...sheet().leadName].reverse().join('')
    expect(lines).toEqual(expect.arrayContaining([...NAMES, leadAsDrawn]))
    expect(missing).toBe(0)
    expect(pdf.length).toBeLessThan(60_000)
  })

  it('omit the balance when nothing is owed', async () => {
    const [paid, owing] = [await ticketPdf(sheet({ owedMinor: 0 })), await ticketPdf(sheet())]
    expect(paid.length).toBeLessThan(owing.length)
  })

  it.each([
    ['en', 'Total of the reservation for 2 passengers', '€12.50 still owed for the reservation'],
    ['fr', 'Total de la réservation pour 2 passagers', 'Reste dû pour la réservation : 12,50 €'],
    ['de', 'Gesamtpreis der Buchung für 2 Fahrgäste', 'Für die Buchung noch offen: 12,50 €'],
    ['es', 'Total de la reserva para 2 pasajeros', 'Quedan 12,50 € por pagar de la reserva'],
  ] as const)('say in %s of how many passengers the total is', async (language, total, owed) => {
    const text = textOf(await ticketPdf(sheet({ language })))
      .lines.map((line) => line.replace(/\s/g, ' '))
      .join('\n')
    expect(text).toContain(total)
    expect(text).toContain(owed)
  })

  it.each([
    [1, 'إجمالي الحجز'],
    [2, 'إجمالي الحجز لراكبين'],
    [3, 'إجمالي الحجز لعدد 3 ركاب'],
    [11, 'إجمالي الحجز لعدد 11 راكبًا'],
    [100, 'إجمالي الحجز لعدد 100 راكب'],
  ])('say in Arabic that the total is of %i passengers', (count, total) => {
    expect(ticketWords('ae').total(count)).toBe(total)
  })

  it('name the total of the reservation without a number for a single passenger', async () => {
    const { lines } = textOf(await ticketPdf(sheet({ tickets: sheet().tickets.slice(0, 1) })))
    expect(lines.join('\n')).toMatch(/^Total of the reservation$/m)
  })
})
