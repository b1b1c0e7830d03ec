import { expect, it } from 'vitest'
import { printPdf, type PdfTask } from '../../../../server/documents/print-pdf'
import { Refusal } from '../../../../server/http/refusal'
import { textOf } from '../../../support/pdf'

const ticket = (reference: string): PdfTask => ({
  kind: 'ticket',
  sheet: {
    language: 'en',
    company: 'Costa Coaches',
    reference,
    leadName: 'Ana Ruiz',
    rides: [],
    tickets: [
      {
        position: 1,
        name: null,
        category: 'adult',
        seat_label: null,
        status: 'booked',
        payload: `${reference}.1`,
      },
    ],
    totalMinor: 1_250,
    owedMinor: 0,
    currency: 'EUR',
  },
})

it('printing handles simultaneous documents separately', async () => {
  const references = ['K7PQ2M', 'M2QP7K', 'QQ7722']
  const printed = await Promise.all(references.map((reference) => printPdf(ticket(reference))))
  expect(printed.map((pdf) => textOf(pdf).lines.find((line) => references.includes(line)))).toEqual(references)
})

it('printing aborts a document that takes too long, and prints the next', async () => {
  const refused = await printPdf(ticket('K7PQ2M'), 0).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ code: 'unavailable', status: 503 })
  expect((await printPdf(ticket('K7PQ2M'))).subarray(0, 5).toString()).toBe('%PDF-')
})
