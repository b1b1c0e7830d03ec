import { describe, expect, it } from 'vitest'
import { INTL_LOCALES, LANGUAGES } from '../../../../contract/core/languages'
import { receiptPdf } from '../../../../server/documents/receipt'
import { textOf } from '../../../support/pdf'
import { receiptSheet as sheet } from '../../../support/sheets'

describe('a printed receipt', () => {
  it.each(LANGUAGES)('is a tagged PDF with all its letters in %s', async (language) => {
    const pdf = await receiptPdf({ ...sheet(), language })
    const text = pdf.toString('latin1')
    expect(text).toContain(`/Lang (${INTL_LOCALES[language]})`)
    expect(text).toContain('/Marked true')
    expect(textOf(pdf).missing).toBe(0)
  })

  it('shows its number, the customer, the amount, the cash given and the change', async () => {
    const { lines } = textOf(await receiptPdf(sheet()))
    expect(lines).toEqual(
      expect.arrayContaining([
        'Receipt',
        '000042',
        'K7PQ2M',
        'Łucja Żak',
        'MethodCash',
        'Received€12.40',
        'Given€20.00',
        'Change€7.60',
      ]),
    )
  })

  it('has the title of a refund, and no change when none was given', async () => {
    const { lines } = textOf(await receiptPdf(sheet({ direction: 'refund', tendered_minor: null })))
    expect(lines).toContain('Refund receipt')
    expect(lines.filter((line) => line.startsWith('Change'))).toEqual([])
  })
})
