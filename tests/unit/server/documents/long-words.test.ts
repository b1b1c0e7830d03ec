import { create, type Font } from 'fontkit'
import { Buffer as TextBuffer } from 'harfbuzzjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { manifestPdf } from '../../../../server/documents/manifest'
import { receiptPdf } from '../../../../server/documents/receipt'
import { cutFonts } from '../../../../server/documents/script-fonts'
import { ticketPdf } from '../../../../server/documents/ticket'
import { manifestParty, manifestSheet, receiptSheet, ticketSheet } from '../../../support/sheets'

const LETTERS = {
  Latin: 'abcdefghijklmnopqrstuvwxyz',
  Arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  Devanagari: 'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह',
}
type Script = keyof typeof LETTERS

/** Returns a word of a number of letters in an order that does not repeat, because each text is shaped once. */
function wordOf(script: Script, length: number): string {
  let seed = 1
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return LETTERS[script].charAt(seed % LETTERS[script].length)
  }).join('')
}

const [first, ...others] = manifestSheet().stops
const printManifest = (more: Parameters<typeof manifestParty>[0]) =>
  manifestPdf(manifestSheet({ stops: first ? [{ ...first, parties: [manifestParty(more)] }, ...others] : [] }))

const DOCUMENTS: Readonly<Record<string, (word: string) => Promise<Buffer>>> = {
  'the notes of a passenger list': (word) => printManifest({ customer_notes: word }),
  'a name on a passenger list': (word) => printManifest({ lead_name: word }),
  'a name on a ticket': (word) => ticketPdf(ticketSheet({ leadName: word, company: word })),
  'a name on a receipt': (word) => receiptPdf({ ...receiptSheet(), company: word }),
}

const SHORT = 600
const TIMES = 4
/** Growth of the work for a word of four times the length. */
const GROWTH_MAX = 1.2 * TIMES

let shaped: string[] = []
beforeEach(async () => {
  const [font] = await cutFonts('म')
  if (!font) throw new Error('There is no font.')
  const prototype = Object.getPrototypeOf(create(font.data)) as Pick<Font, 'layout'>
  const { layout } = prototype
  vi.spyOn(prototype, 'layout').mockImplementation(function (this: Font, text, ...rest) {
    shaped.push(text)
    return layout.call(this, text, ...rest)
  })
  const { addText } = TextBuffer.prototype
  vi.spyOn(TextBuffer.prototype, 'addText').mockImplementation(function (this: TextBuffer, text, ...rest) {
    shaped.push(text)
    return addText.call(this, text, ...rest)
  })
})
afterEach(() => vi.restoreAllMocks())

/** Prints a document and returns the number of texts that were shaped for it, their characters, and those of the longest. */
async function workOf(print: (word: string) => Promise<Buffer>, word: string) {
  shaped = []
  await print(word)
  const lengths = shaped.map((text) => text.length)
  return {
    calls: lengths.length,
    characters: lengths.reduce((sum, length) => sum + length, 0),
    longest: Math.max(...lengths),
  }
}

describe.each(Object.entries(DOCUMENTS))('the work of shaping %s without a blank', (_, print) => {
  it.each(Object.keys(LETTERS) as Script[])(
    'grows at most as its length, and shapes no text beyond a line, in %s',
    async (script) => {
      const [short, long] = [wordOf(script, SHORT), wordOf(script, TIMES * SHORT)]
      const [before, after] = [await workOf(print, short), await workOf(print, long)]
      expect(before.characters).toBeGreaterThan(100)
      expect(after.calls).toBeLessThan(GROWTH_MAX * before.calls)
      expect(after.characters).toBeLessThan(GROWTH_MAX * before.characters)
      expect(after.longest).toBeLessThan(SHORT)
    },
  )
})
