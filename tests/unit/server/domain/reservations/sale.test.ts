import { describe, expect, test } from 'vitest'
import { saleIssues, type CallForSale, type JourneyForSale } from '../../../../../server/domain/reservations/sale'

const now = new Date('2026-11-22T06:00:00Z')
const onSale: JourneyForSale = {
  code: 'LCA-NIC-20261122-0830',
  kind: 'passenger',
  sales_status: 'open',
  service_status: 'scheduled',
  booking_rule: null,
}
const call = (station_name: string, at: string, change: Partial<CallForSale> = {}): CallForSale => ({
  station_name,
  seq: 1,
  planned_arrive: at,
  planned_depart: at,
  expected_depart: null,
  pickup_type: 'regular',
  drop_off_type: 'regular',
  ...change,
})
const airport = call('Larnaca Airport', '2026-11-22T06:30:00Z')
const city = call('Nicosia', '2026-11-22T07:15:00Z', { seq: 2 })
const issues = (journey: Partial<JourneyForSale>, board: CallForSale | undefined = airport, isRequest = false) =>
  saleIssues({ ...onSale, ...journey }, board, city, { now, isRequest, ignoresCutoff: false }).map((issue) => ({
    ...issue,
    message: String(issue.message),
  }))

describe('the sale of a segment', () => {
  test('is allowed while the journey is on sale', () => {
    expect(issues({})).toEqual([])
    expect(issues({ service_status: 'boarding' })).toEqual([])
  })

  test.each([
    ['closed', { sales_status: 'closed' }, 'closed for sale'],
    ['on request', { sales_status: 'on_request' }, 'on request only'],
    ['a draft', { service_status: 'draft' }, 'it is draft'],
    ['under way', { service_status: 'in_progress' }, 'it is in progress'],
    ['an empty run', { kind: 'positioning' }, 'no passengers'],
  ] as const)('%s: refused', (_, change, reason) => {
    expect(issues(change)).toEqual([
      { cause: 'state', field: 'journey_id', message: expect.stringContaining(reason) as string },
    ])
  })

  test('is accepted as a request for a journey on request', () => {
    expect(issues({ sales_status: 'on_request' }, airport, true)).toEqual([])
  })

  test('ends at the departure from the stop, including its delay', () => {
    const left = call('Larnaca Airport', '2026-11-22T06:00:00Z')
    expect(issues({}, left)).toMatchObject([
      { cause: 'state', message: expect.stringContaining('has left Larnaca Airport') as string },
    ])
    expect(issues({}, { ...left, expected_depart: '2026-11-22T06:20:00Z' })).toEqual([])
  })

  test('requires stops where passengers may board and alight', () => {
    expect(issues({}, { ...airport, pickup_type: 'none' })).toMatchObject([{ cause: 'input', field: 'board_seq' }])
    const noExit = { ...city, drop_off_type: 'none' as const }
    expect(saleIssues(onSale, airport, noExit, { now, isRequest: false, ignoresCutoff: false })).toMatchObject([
      { cause: 'input', field: 'alight_seq' },
    ])
    expect(issues({}, { ...airport, pickup_type: 'phone_agency' })).toEqual([])
  })

  test('requires the alighting stop after the boarding stop', () => {
    const sale = { now, isRequest: false, ignoresCutoff: false }
    for (const [board, alight] of [
      [airport, airport],
      [city, airport],
    ] as const)
      expect(saleIssues(onSale, board, alight, sale)).toMatchObject([{ cause: 'input', field: 'alight_seq' }])
  })

  test('requires stops of the journey', () => {
    expect(saleIssues(onSale, undefined, city, { now, isRequest: false, ignoresCutoff: false })).toMatchObject([
      { cause: 'input', field: 'board_seq' },
    ])
    expect(saleIssues(onSale, airport, undefined, { now, isRequest: false, ignoresCutoff: false })).toMatchObject([
      { cause: 'input', field: 'alight_seq' },
    ])
  })
})
