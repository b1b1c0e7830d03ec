import { describe, expect, it } from 'vitest'
import { manifestPdf } from '../../../../server/documents/manifest'
import { ticketPdf } from '../../../../server/documents/ticket'
import { manifestParty, manifestSheet, ticketSheet } from '../../../support/sheets'
import { textOf } from '../../../support/pdf'

/** A name in each script, of a passenger of a European coach. */
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
  ['Thai', 'สมชาย ใจดี'],
  ['simplified Han', '张伟 龚雪'],
  ['traditional Han', '陳麗華 龔學'],
  ['Japanese', '辻 さくら 髙橋ケンジ'],
  ['Korean', '김철수 뷁'],
] as const

/** Letters apart from their order, which is that of drawing. */
const lettersOf = (text: string) => [...new Set(text.normalize('NFC').replace(/[\s\u200c]/g, ''))].sort()

describe.each(NAMES)('a name in %s', (_, name) => {
  it('is printed on a ticket and on the list for the door, letter by letter', async () => {
    const [first] = manifestSheet().stops
    const parties = [manifestParty({ lead_name: name, customer_notes: `${name}, ${name}` })]
    const [ticket] = ticketSheet().tickets
    const documents = [
      await ticketPdf(ticketSheet({ leadName: name, tickets: ticket ? [{ ...ticket, name }] : [] })),
      await manifestPdf(manifestSheet({ stops: first ? [{ ...first, parties }] : [] })),
    ]
    for (const { lines, missing } of documents.map(textOf)) {
      const text = lines.join('')
      expect(missing).toBe(0)
      expect(text).not.toContain('\ufffd')
      expect(lettersOf(text)).toEqual(expect.arrayContaining(lettersOf(name)))
    }
  })
})

it('draws a number beside a name that runs from right to left at the end of both', async () => {
  const [first] = manifestSheet().stops
  const parties = [manifestParty({ lead_name: 'יעל' })]
  const { lines } = textOf(await manifestPdf(manifestSheet({ stops: first ? [{ ...first, parties }] : [] })))
  expect(lines.join('\n')).toContain('לעי (2)')
})
