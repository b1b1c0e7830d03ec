import { expect, it } from 'vitest'
import type { StatementDetail } from '../../../../contract/partner/settlement'
import { createThreads, printPdf, type PdfTask } from '../../../../server/documents/print-pdf'
import { Refusal } from '../../../../server/http/refusal'
import { textOf } from '../../../support/pdf'
import { LONG_TEST_TIMEOUT_MS } from '../../../support/timeouts'

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

/** A statement with a number of trips, which all have different amounts. */
function statement(trips: number): PdfTask {
  const amounts = (at: number) => ({
    gross_minor: 2 * at,
    commission_minor: at,
    collected_minor: 0,
    net_minor: at,
  })
  const sheet: StatementDetail = {
    id: 's',
    number: 7,
    partner: { id: 'p', code: 'SUNVIA', legal_name: 'Sunvia S.L.' },
    period: { from: '2030-05-01', to: '2030-05-31' },
    currency: 'EUR',
    lines: trips,
    ...amounts(1),
    paid_minor: 0,
    state: 'open',
    closed_at: '2030-06-01T08:00:00Z',
    due_on: '2030-07-01',
    trips: Array.from({ length: trips }, (_, at) => ({
      position: at + 1,
      reservation_id: 'r',
      reference: `K7M2QX${at}`,
      partner_reference: null,
      travel_at: '2030-05-20T05:30:00Z',
      timezone: 'Europe/Madrid',
      origin: { en: 'Airport' },
      destination: { en: 'Old town' },
      ...amounts(at),
    })),
    payments: [],
  }
  return { kind: 'settled_statement', sheet, language: 'en' }
}

/** Prints within the limit of a test: on a busy machine the limit of the product would refuse. */
const print = (task: PdfTask) => printPdf(task, LONG_TEST_TIMEOUT_MS)

it('printing handles simultaneous documents separately', { timeout: LONG_TEST_TIMEOUT_MS }, async () => {
  const references = ['K7PQ2M', 'M2QP7K', 'QQ7722']
  const printed = await Promise.all(references.map((reference) => print(ticket(reference))))
  expect(printed.map((pdf) => textOf(pdf).lines.find((line) => references.includes(line)))).toEqual(references)
})

it(
  'a ticket is printed while a long statement is being printed',
  async () => {
    await print(ticket('K7PQ2M'))
    const ended: string[] = []
    const long = print(statement(2_000)).then(() => ended.push('statement'))
    await print(ticket('M2QP7K')).then(() => ended.push('ticket'))
    await long
    expect(ended).toEqual(['ticket', 'statement'])
  },
  LONG_TEST_TIMEOUT_MS,
)

it(
  'printing aborts a document that takes too long, and prints the next',
  { timeout: LONG_TEST_TIMEOUT_MS },
  async () => {
    const refused = await printPdf(ticket('K7PQ2M'), 0).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ code: 'unavailable', status: 503 })
    expect((await print(ticket('K7PQ2M'))).subarray(0, 5).toString()).toBe('%PDF-')
  },
)

it(
  'printing refuses a document that needs too much memory, and prints the next',
  { timeout: LONG_TEST_TIMEOUT_MS },
  async () => {
    // Without the limit of memory the test ends before the document does.
    const refused = await printPdf(statement(400_000), 2 * LONG_TEST_TIMEOUT_MS).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ code: 'unavailable', status: 503 })
    expect((await print(statement(1))).subarray(0, 5).toString()).toBe('%PDF-')
  },
)

it('a thread that fails after its document was refused does not end the process', () => {
  const threads = createThreads('long')
  expect(() => threads.emit('error', new Error('The thread is out of memory.'))).not.toThrow()
})
