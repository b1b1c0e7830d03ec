import { describe, expect, it } from 'vitest'
import { INTL_LOCALES, LANGUAGES } from '../../../../contract/core/languages'
import { ticketPdf } from '../../../../server/documents/ticket'
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
})
