import { describe, expect, it } from 'vitest'
import { manifestPdf } from '../../../../server/documents/manifest'
import { inDrawingOrder } from '../../../../server/documents/text'
import { LANGUAGES } from '../../../../contract/core/languages'
import { PAYLOADS } from '../../../support/e2e/payloads'
import { NAMES, textOf } from '../../../support/pdf'
import { manifestParty as party, manifestSheet as sheet } from '../../../support/sheets'

const drawn = (text: string) =>
  inDrawingOrder(text, 'ltr', 'normal')
    .map((piece) => piece.text)
    .join('')

const LETTERS = 'abcdefghij'

it('manifest wraps notes without a blank, and truncates a name that is too long', async () => {
  const notes = Array.from({ length: 2_000 }, (_, index) => LETTERS.charAt(index % LETTERS.length)).join('')
  const crowded = party({ customer_notes: notes, lead_name: 'W'.repeat(5_000) })
  const [first, ...others] = sheet().stops
  if (!first) throw new Error('no stop')
  const { lines } = textOf(await manifestPdf(sheet({ stops: [{ ...first, parties: [crowded] }, ...others] })))
  const printed = lines.filter((line) => /^[a-j]{20,}$/.test(line))
  expect(printed.join('')).toBe(notes)
  expect(printed.length).toBeGreaterThan(10)
  expect(lines.join('\n')).toMatch(/^W+…/m)
})

describe('the printed manifest', () => {
  it.each(LANGUAGES)('is a PDF in %s', async (language) => {
    const pdf = await manifestPdf(sheet({ language }))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(5_000)
  })

  it('contains names letter by letter in Latin, Greek and Cyrillic, each glyph from one of its fonts', async () => {
    const [stop] = sheet().stops
    const parties = NAMES.map((name) => party({ lead_name: name }))
    const { lines, missing } = textOf(await manifestPdf(sheet({ stops: stop ? [{ ...stop, parties }] : [] })))
    const text = lines.join('\n')
    for (const name of NAMES) expect(text).toContain(`${name} (2)`)
    expect(missing).toBe(0)
  })

  it('names the company that runs the journey instead of a vehicle and driver', async () => {
    const { lines } = textOf(await manifestPdf(sheet({ vehicle: null, driver: null, operator: 'Sun Coaches' })))
    const text = lines.join('\n')
    expect(text).toContain('Operated by: Sun Coaches')
    expect(text).not.toContain('Driver:')
  })

  it('has as many pages as it needs', async () => {
    const parties = Array.from({ length: 60 }, (_, index) => party({ reference: `REF${index}` }))
    const [first] = sheet().stops
    const pdf = await manifestPdf(sheet({ stops: first ? [{ ...first, parties }] : [] }))
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(4)
  })
})

it('R-180 a manifest with a payload in each name contains no script and no link', async () => {
  const [stop] = sheet().stops
  const parties = PAYLOADS.map((text) => party({ lead_name: text, customer_notes: text }))
  const pdf = await manifestPdf(sheet({ route: PAYLOADS[0] ?? '', stops: stop ? [{ ...stop, parties }] : [] }))
  expect(pdf.toString('latin1')).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|URI)\b/)
})

describe('a line of mixed script', () => {
  it('is drawn from left to right with Arabic in its reading order, in its own font', () => {
    expect(inDrawingOrder('السائق: Maria 3', 'rtl', 'normal')).toEqual([
      { text: 'Maria 3', font: 'latin-normal' },
      { text: ' :', font: 'latin-normal' },
      { text: 'السائق', font: 'arabic-normal' },
    ])
    expect(inDrawingOrder('Zoë Łucja', 'ltr', 'strong').map((piece) => piece.font)).toEqual([
      'latin-strong',
      'latin-ext-strong',
      'latin-strong',
    ])
  })

  it('is drawn with the base letter or a substitute when no font has a letter, rather than a box', () => {
    expect(drawn('Żak Gülşen Đorđe Œuvre Thị')).toBe('Żak Gülşen Đorđe Œuvre Thị')
    expect(drawn('Ɗan ǡ ʿAbd A → B')).toBe('Dan a ‘Abd A – B')
  })

  it('is drawn with the replacement mark for a character without substitute, and nothing for direction marks', () => {
    expect(drawn('王小明\u200f Wang')).toBe('��� Wang')
  })

  it('keeps Persian words separate that are written separately', () => {
    expect(inDrawingOrder('می\u200cخواهم', 'rtl', 'normal').map((piece) => piece.text)).toEqual(['خواهم', 'می'])
  })

  it('mirrors brackets in Arabic', () => {
    expect(
      inDrawingOrder('(سارة)', 'rtl', 'normal')
        .map((piece) => piece.text)
        .join(''),
    ).toMatch(/^\(.*\)$|^\).*\($/)
  })
})
