import '../../../support/console/media'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Partner } from '../../../../contract/entities/partner'
import type { SettledStatement, StatementDetail } from '../../../../contract/partner/settlement'
import { createQueryClient } from '../../../../src/providers/data/queryClient'
import { Settlement } from '../../../../src/resources/partners/statement/Settlement'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PARTNER = { id: 'p', code: 'SUNVIA', timezone: 'Europe/Madrid', currency: 'EUR', payment_days: 14 } as Partner
const STATEMENT: SettledStatement = {
  id: 's',
  number: 7,
  partner: { id: 'p', code: 'SUNVIA', legal_name: 'Sunvia S.L.' },
  period: { from: '2030-05-01', to: '2030-05-31' },
  currency: 'EUR',
  lines: 1,
  gross_minor: 100_000,
  commission_minor: 10_000,
  collected_minor: 0,
  net_minor: 90_000,
  paid_minor: 30_000,
  state: 'part_paid',
  closed_at: '2030-06-01T08:00:00Z',
  due_on: '2030-07-01',
}
const DETAIL: StatementDetail = {
  ...STATEMENT,
  trips: [
    {
      position: 1,
      reservation_id: 'r',
      reference: 'K7M2QX',
      partner_reference: 'SV-1',
      travel_at: '2030-05-20T05:30:00Z',
      timezone: 'Europe/Madrid',
      origin: { en: 'Airport' },
      destination: { en: 'Old town' },
      gross_minor: 100_000,
      commission_minor: 10_000,
      collected_minor: 0,
      net_minor: 90_000,
    },
  ],
  payments: [
    {
      id: 'p1',
      reference: 'S7-1',
      direction: 'payment',
      amount_minor: 30_000,
      posted_at: '2030-06-10T08:00:00Z',
      provider_reference: 'SEPA 4471',
      is_reversed: false,
    },
  ],
}

function open(address = '/here') {
  const element = (
    <QueryClientProvider client={createQueryClient()}>
      <Settlement partner={PARTNER} />
    </QueryClientProvider>
  )
  return renderPages([{ path: '/here', element }], address)
}

it('settlement lists closed periods, opens one with its trips, and records an open one', async () => {
  signedIn()
  const { calls } = script({
    'GET /partners/p/statements/': () => answer([STATEMENT]),
    'GET /statements/s/': () => answer(DETAIL),
    'POST /statements/s/payments/': () => answer({ ...DETAIL, paid_minor: 90_000, state: 'paid' }, 201),
  })
  open('/here?view=statement&number=7')
  const table = await screen.findByRole('region', { name: 'Settled statements' })
  await waitFor(() =>
    expect(table).toHaveTextContent(/Statement 7.*1 May 2030 – 31 May 2030.*€900\.00.*€300\.00.*Part paid/),
  )
  expect(await screen.findByRole('link', { name: 'K7M2QX' })).toHaveAttribute('href', '/reservations/r/show')
  expect(screen.getByRole('region', { name: 'Payments' })).toHaveTextContent(/S7-1.*10 Jun.*SEPA 4471.*€300\.00/)
  expect(screen.getByRole('button', { name: 'Reverse payment S7-1' })).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Record payment for statement 7' }))
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByLabelText('Amount (EUR)')).toHaveValue('600.00')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toBe(JSON.stringify({ amount_minor: 60_000 }))
  expect(sent?.headers.get('idempotency-key')).not.toBeNull()
})

it('settlement keeps the dialog open with the reason when a period cannot be closed', async () => {
  signedIn()
  const refusal = {
    status: 422,
    code: 'validation',
    title: 'No',
    errors: [
      { pointer: '/to', code: 'invalid', detail: 'There is nothing to settle up to this day. Choose a later one.' },
    ],
  }
  script({
    'GET /partners/p/statements/': () => answer([]),
    'POST /partners/p/statements/': () => answer(refusal, 422),
  })
  open()
  expect(await screen.findByText('No statements yet')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Close period…' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close period' }))
  expect(await screen.findByText('There is nothing to settle up to this day. Choose a later one.')).toBeVisible()
})

it('settlement proposes the due date of the payment term of the partner', async () => {
  vi.useFakeTimers({ now: Date.parse('2030-06-01T08:00:00Z'), toFake: ['Date'] })
  signedIn()
  const { calls } = script({
    'GET /partners/p/statements/': () => answer([]),
    'POST /partners/p/statements/': () => answer([STATEMENT], 201),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Close period…' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close period' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toBe(JSON.stringify({ to: '2030-05-31', due_on: '2030-06-15' }))
})

it('settlement is not closed up to an earlier day while the typed day cannot be read', async () => {
  signedIn()
  script({ 'GET /partners/p/statements/': () => answer([]) })
  open()
  await screen.findByText('No statements yet')
  fireEvent.click(screen.getByRole('button', { name: 'Close period…' }))
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText('Last day')).not.toHaveAttribute('readonly'))
  const day = dialog.getByLabelText('Last day')
  const confirm = dialog.getByRole('button', { name: 'Close period' })
  for (const [typed, isReadable] of [
    ['31.13.', false],
    ['2030-05-31', true],
  ] as const) {
    fireEvent.change(day, { target: { value: typed } })
    fireEvent.blur(day)
    await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(!isReadable))
  }
})

it('settlement offers neither action to a read-only user', async () => {
  signedIn({ role: 'viewer' })
  script({ 'GET /partners/p/statements/': () => answer([STATEMENT]) })
  open()
  await screen.findByRole('button', { name: 'Open statement 7 as PDF' })
  expect(screen.queryByRole('button', { name: 'Close period…' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Record payment/ })).toBeNull()
})
