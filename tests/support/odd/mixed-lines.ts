import fc from 'fast-check'

const LINE_ENDS = ['\r\n', '\n', '\r'] as const
const LINE_END = /\r\n|\n|\r/g

/** Text that is never blank and contains no line break and nothing that a reader trims. */
const word = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `x${text.replace(/[\s\uFEFF\u001A]/gu, '')}x`)
const lineEnd = fc.constantFrom(...LINE_ENDS)
const value = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: fc.tuple(word, lineEnd, word).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(word, lineEnd, lineEnd, word).map((parts) => parts.join('')) },
)

interface WrittenRow {
  /** Line of the text on which the row begins, from 1. */
  line: number
  values: string[]
}

export interface MixedLines {
  text: string
  rows: WrittenRow[]
}

const writtenRow = fc.record({
  values: fc.array(value, { minLength: 3, maxLength: 3 }),
  end: lineEnd,
  emptyLinesBefore: fc.array(lineEnd, { maxLength: 2 }),
})

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** CSV with the header a,b,c in which every row has its own line ending, and the rows that a reader must find. */
export const mixedLines: fc.Arbitrary<MixedLines> = fc
  .record({ headerEnd: lineEnd, rows: fc.array(writtenRow, { maxLength: 8 }), endsWithLine: fc.boolean() })
  .map(({ headerEnd, rows, endsWithLine }) => {
    let text = `a,b,c${headerEnd}`
    const written = rows.map(({ values, end, emptyLinesBefore }, index) => {
      text += emptyLinesBefore.join('')
      const line = (text.match(LINE_END)?.length ?? 0) + 1
      const isLast = index === rows.length - 1
      text += values.map(quoted).join(',') + (isLast && !endsWithLine ? '' : end)
      return { line, values }
    })
    return { text, rows: written }
  })
