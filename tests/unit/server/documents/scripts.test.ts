import fc from 'fast-check'
import { openSync, type Font } from 'fontkit'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FONTS } from '../../../../server/documents/fonts'
import { manifestPdf } from '../../../../server/documents/manifest'
import { ticketPdf } from '../../../../server/documents/ticket'
import { cutFonts } from '../../../../server/documents/script-fonts'
import { shapedFont } from '../../../../server/documents/shaped-font'
import { inDrawingOrder } from '../../../../server/documents/text'
import { manifestParty, manifestSheet, ticketSheet } from '../../../support/sheets'
import { textOf } from '../../../support/pdf'

const FONT_PACKAGES = dirname(
  dirname(createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-hebrew/package.json')),
)
const FONTS_MAX_BYTES = 20_000_000

/** Names of passengers of a European coach, one for each script. */
const NAMES = [
  ['Vietnamese', 'Nguyễn Thị Hồng Phượng'],
  ['Greek', 'Αλέξανδρος Παπαδόπουλος'],
  ['Cyrillic', 'Дмитрий Шевченко'],
  ['Arabic', 'سارة الخطيب'],
  ['Persian', 'پریسا گل‌محمدی'],
  ['Hebrew', 'יעל בן־דוד'],
  ['Armenian', 'Արամ Խաչատրյան'],
  ['Georgian', 'ნინო ბერიძე'],
  ['Devanagari', 'प्रिया श्रीवास्तव'],
  ['Devanagari with a reph before a vowel on the left', 'कार्तिक मूर्ति कीर्ति हर्षित पूर्णिमा'],
  ['Devanagari with stacked consonants', 'ठ्झिवँभे'],
  ['Bengali', 'রবীন্দ্রনাথ চট্টোপাধ্যায়'],
  ['Bengali with a joined ra', 'র\u200d্যাব'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Tamil', 'கிருஷ்ணமூர்த்தி பொன்னையா'],
  ['Malayalam', 'ലക്ഷ്മി മുഹമ്മദ് ശ്രീകുമാർ'],
  ['Thai', 'สมชาย ใจดี'],
  ['Ethiopic', 'ኃይለ ገብረሥላሴ'],
  ['Urdu', 'ٹیپو بڑے گھوڑے ڈاکٹر جہاں'],
  ['simplified Han', '张伟 龚雪'],
  ['traditional Han', '陳麗華 龔學'],
  ['Japanese', '辻 さくら 髙橋ケンジ'],
  ['Korean', '김철수 뷁'],
] as const

/** Returns the letters of a text sorted, because extracted text is in drawing order. */
const lettersOf = (text: string) => [...new Set(text.normalize('NFKD').replace(/\s|\p{DI}/gu, ''))].sort()

/** Prints a ticket and the boarding list, each for reservations with these names. */
async function printed(names: readonly string[]) {
  const [first] = manifestSheet().stops
  const [ticket] = ticketSheet().tickets
  const parties = names.map((name) => manifestParty({ lead_name: name, customer_notes: `${name}, ${name}` }))
  const tickets = ticket ? names.map((name, index) => ({ ...ticket, position: index + 1, name })) : []
  return [
    textOf(await ticketPdf(ticketSheet({ leadName: names[0] ?? '', tickets }))),
    textOf(await manifestPdf(manifestSheet({ stops: first ? [{ ...first, parties }] : [] }))),
  ]
}

describe.each(NAMES)('a name in %s', (_, name) => {
  it('is printed on a ticket and on the manifest, letter by letter', async () => {
    for (const { lines, missing } of await printed([name])) {
      const text = lines.join('')
      expect(missing).toBe(0)
      expect(text).not.toContain('\ufffd')
      expect(lettersOf(text)).toEqual(expect.arrayContaining(lettersOf(name)))
    }
  })
})

/** Devanagari syllables: consonants joined by viramas, with a vowel sign and a nasal or aspiration sign. */
const syllable = fc
  .tuple(
    fc.array(fc.constantFrom(...'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ'), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', 'ा', 'ि', 'ी', 'ु', 'ू', 'े', 'ै', 'ो', 'ौ', 'ृ', 'ॅ', 'ॉ'),
    fc.constantFrom('', '', 'ं', 'ः', 'ँ'),
  )
  .map(([consonants, vowel, end]) => consonants.join('्') + vowel + end)
const word = fc.array(syllable, { minLength: 2, maxLength: 4 }).map((syllables) => syllables.join(''))

it('every word of Devanagari is printed, with any syllables', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 6, maxLength: 6 }), async (names) => {
      for (const { lines, missing } of await printed(names)) {
        expect(missing).toBe(0)
        expect(lines.join('')).not.toContain('\ufffd')
      }
    }),
    { numRuns: 8 },
  )
})

/** Returns the glyphs that the first font of a text draws for it. */
async function glyphsOf(text: string, fontOf = text) {
  const [font] = await cutFonts(fontOf)
  if (!font) throw new Error('no font')
  return shapedFont(font.data).layout(text).glyphs
}

it.each([
  ['Devanagari', 'कार्तिक', ['ठ्झिवँभे', 'क्ष्म्य', 'र्त्स्न्य']],
  ['Bengali', 'ক', ['ন্দ্র', 'ক্ষ্ম', 'র্ত্য']],
  ['Thai', 'ก', ['น้ำ', 'ปู่', 'ฏุฐู']],
  ['Hebrew', 'א', ['שָׁלוֹם', 'בּ']],
])('%s is shaped as its whole script, however few letters a document has', async (_, few, words) => {
  for (const each of words) expect((await glyphsOf(each, few)).every(({ id }) => id > 0)).toBe(true)
})

it.each([
  ['Devanagari', 'कि', 'ि'],
  ['Bengali', 'কি', 'ি'],
  ['Gurmukhi', 'ਕਿ', 'ਿ'],
  ['Tamil', 'கொ', 'ெ'],
  ['Malayalam', 'കൊ', 'െ'],
])('a vowel sign of %s that stands on the left is drawn before its letter', async (_, syllable, sign) => {
  const [first] = await glyphsOf(syllable)
  expect(String.fromCodePoint(...(first?.codePoints ?? []))).toBe(sign)
})

it.each([
  ['Devanagari', 'र्म', 2],
  ['Bengali', 'ক্ষ', 1],
  ['Gurmukhi', 'ਪ੍ਰ', 2],
  ['Tamil', 'ஸ்ரீ', 1],
  ['Malayalam', 'മ്മ', 1],
])('letters of %s without a vowel between them are joined', async (_, letters, count) => {
  expect(await glyphsOf(letters)).toHaveLength(count)
})

it('joiners are kept where they join letters', async () => {
  const bengali = 'র\u200d্যাব'
  const drawn = inDrawingOrder(`${bengali} a\u200db`, 'ltr', 'normal', await cutFonts(bengali))
  expect(drawn.map(({ text }) => text).join('')).toBe(`${bengali} ab`)
})

it.each([
  ['Ana 🎉 Ruiz ❤️ 👩🏽‍💻 🇨🇾', 'Ana Ruiz'],
  ['🎉Ana🎉', 'Ana'],
  ['Ana © 2026 ™', 'Ana © 2026 ™'],
  ['🎉', '\ufffd'],
])(
  'emoji in %j are left out where a text has letters, and are replacement marks where it has none',
  (text, expected) => {
    const drawn = inDrawingOrder(text, 'ltr', 'normal')
    expect(drawn.map((piece) => piece.text).join('')).toBe(expected)
  },
)

it('numbers of Arabic and Persian are drawn with their first digit on the left, and letters from the right', async () => {
  const texts = ['عمر ١٢٣', 'تلفن ۰۹۱۲۳۴۵', 'خیابان ۱۲-۳۴', '۱۲۳', 'A ۱۲۳ B', '٥٠٪', '١٢٫٥', 'رقم 123 א 45']
  for (const { lines } of await printed(texts)) {
    const drawn = lines.map((line) => line.replace(/ \(2\)$/, ''))
    expect(drawn).toEqual(expect.arrayContaining(['١٢٣ رمع', '۰۹۱۲۳۴۵ نفلت', '۳۴-۱۲ نابایخ', '۱۲۳', 'A ۱۲۳ B']))
    expect(drawn).toEqual(expect.arrayContaining(['٥٠٪', '١٢٫٥', '45 א 123 مقر']))
  }
})

describe('a text that its font cannot shape', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is printed as replacement marks, one for each letter, and the rest of the document unchanged', async () => {
    const font = FONTS.find(({ name }) => name === 'arabic-normal')
    if (!font) throw new Error('no font')
    const prototype = Object.getPrototypeOf(openSync(font.file)) as Pick<Font, 'layout'>
    const { layout } = prototype
    vi.spyOn(prototype, 'layout').mockImplementation(function (this: Font, text, ...rest) {
      if (text.includes('م')) throw new TypeError('set is not iterable')
      return layout.call(this, text, ...rest)
    })
    for (const { lines, missing } of await printed(['Ana من Ruiz'])) {
      expect(lines.join('\n')).toContain('Ana \ufffd\ufffd Ruiz')
      expect(missing).toBe(0)
    }
  })
})

it('the ring of a Thai am is drawn below the tone of its letter', async () => {
  const ids = async (text: string) => (await glyphsOf(text)).map(({ id }) => id)
  expect(await ids('น\u0e49\u0e33')).toEqual(await ids('น\u0e4d\u0e49\u0e32'))
})

it('ligature characters are drawn by both of their letters, in the font of each', async () => {
  for (const { lines, missing } of await printed(['Ǆura ǅura Ǉuba ǉuba ǆep'])) {
    expect(lines.join('\n')).toContain('DŽura Džura LJuba ljuba džep')
    expect(missing).toBe(0)
  }
})

it('fonts of scripts take at most 20 MB', () => {
  const folders = readdirSync(FONT_PACKAGES).filter((name) => name.startsWith('noto-sans-'))
  expect(folders).toHaveLength(13)
  const sizes = folders.flatMap((name) =>
    readdirSync(join(FONT_PACKAGES, name, 'files')).map(
      (file) => statSync(join(FONT_PACKAGES, name, 'files', file)).size,
    ),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONTS_MAX_BYTES)
})

it('a number beside a right-to-left name is drawn at the end of both', async () => {
  const [first] = manifestSheet().stops
  const parties = [manifestParty({ lead_name: 'יעל' })]
  const { lines } = textOf(await manifestPdf(manifestSheet({ stops: first ? [{ ...first, parties }] : [] })))
  expect(lines.join('\n')).toContain('לעי (2)')
})
