import { create, type Font } from 'fontkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/languages'
import type { PartnerStatement } from '../../../../contract/partner/statement'
import type { StatementDetail } from '../../../../contract/partner/settlement'
import { cutFonts } from '../../../../server/documents/script-fonts'
import { settledStatementPdf, statementPdf } from '../../../../server/documents/statement'
import { textOf } from '../../../support/pdf'

const PARTNER = { id: 'p', code: 'SUNVIA', legal_name: 'Sunvia S.L.' }
const PERIOD = { from: '2030-05-01', to: '2030-05-31' }
const amounts = (collected_minor: number) => ({
  gross_minor: 100_000,
  commission_minor: 10_000,
  collected_minor,
  net_minor: 90_000 - collected_minor,
})

const settled = (collected: number): StatementDetail => ({
  id: 's',
  number: 7,
  partner: PARTNER,
  period: PERIOD,
  currency: 'EUR',
  lines: 1,
  ...amounts(collected),
  paid_minor: 0,
  state: 'open',
  closed_at: '2030-06-01T08:00:00Z',
  due_on: '2030-07-01',
  trips: [
    {
      position: 1,
      reservation_id: 'r',
      reference: 'K7M2QX',
      partner_reference: null,
      travel_at: '2030-05-20T05:30:00Z',
      timezone: 'Europe/Madrid',
      origin: { en: 'Airport' },
      destination: { en: 'Old town' },
      ...amounts(collected),
    },
  ],
  payments: [],
})

const open = (collected: number): PartnerStatement => ({
  period: PERIOD,
  partner: { ...PARTNER, timezone: 'Europe/Madrid' },
  totals: [{ currency: 'EUR', trips: 1, seats: 1, ...amounts(collected) }],
  trips: [
    {
      id: 'r',
      version: 1,
      created_at: '2030-05-01T08:00:00Z',
      updated_at: '2030-05-01T08:00:00Z',
      reference: 'K7M2QX',
      partner_reference: null,
      environment: 'live',
      status: 'confirmed',
      hold_expires_at: null,
      lead_name: 'Ana Ruiz',
      seats: 1,
      travel_at: '2030-05-20T05:30:00Z',
      origin: { id: 'o', name: { en: 'Airport' }, timezone: 'Europe/Madrid' },
      destination: { id: 'd', name: { en: 'Old town' }, timezone: 'Europe/Madrid' },
      currency: 'EUR',
      ...amounts(collected),
    },
  ],
  is_cut: false,
})

describe('a printed statement', () => {
  it.each([
    ['open', (collected: number) => statementPdf(open(collected), 'en')],
    ['closed', (collected: number) => settledStatementPdf(settled(collected), 'en')],
  ])('shows what passengers paid us in its total and in each line, so that both add up: %s', async (_, print) => {
    expect(textOf(await print(40_000)).lines).toEqual(
      expect.arrayContaining([
        'Gross€1,000.00',
        'Commission€100.00',
        'Paid direct€400.00',
        'Owed€500.00',
        'DepartureReferenceFrom and toGrossCommissionPaid directOwed',
        '20 May 2030K7M2QXAirport – Old town€1,000.00€100.00€400.00€500.00',
      ]),
    )
    const { lines } = textOf(await print(0))
    expect(lines).toContain('DepartureReferenceFrom and toGrossCommissionOwed')
    expect(lines.join()).not.toContain('Paid direct')
  })

  it.each(LANGUAGES)('has room for the heading of each column and for dates in %s', async (language) => {
    const { lines, missing } = textOf(await settledStatementPdf(settled(40_000), language))
    expect(missing).toBe(0)
    expect(lines.join()).not.toContain('…')
  })
})

describe('a statement of many trips', () => {
  afterEach(() => vi.restoreAllMocks())

  it('shapes each word once in each font, and creates each format once', async () => {
    const [font] = await cutFonts('म')
    const [trip] = open(0).trips
    if (!font || !trip) throw new Error('nothing to print')
    const prototype = Object.getPrototypeOf(create(font.data)) as Pick<Font, 'layout'>
    const { layout } = prototype
    const shaped = new Map<Font, string[]>()
    vi.spyOn(prototype, 'layout').mockImplementation(function (this: Font, text, ...rest) {
      shaped.set(this, [...(shaped.get(this) ?? []), text])
      return layout.call(this, text, ...rest)
    })
    const { NumberFormat, DateTimeFormat } = Intl
    const formats = [
      vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (...how: ConstructorParameters<typeof NumberFormat>) {
        return new NumberFormat(...how)
      }),
      vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (
        ...how: ConstructorParameters<typeof DateTimeFormat>
      ) {
        return new DateTimeFormat(...how)
      }),
    ]
    const trips = Array.from({ length: 90 }, (_, index) => ({ ...trip, net_minor: index, currency: 'SEK' }))
    const { lines } = textOf(await statementPdf({ ...open(0), trips }, 'fr'))
    expect(lines.filter((line) => line.includes('Old town'))).toHaveLength(90)
    for (const words of shaped.values()) expect(words).toEqual([...new Set(words)])
    expect([...shaped.values()].flat()).toContain('Airport ')
    for (const format of formats) expect(format.mock.calls.length).toBeLessThan(4)
  })
})
