import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../../contract/operations/payments'
import { MoneyCard } from '../../../../src/resources/reservations/money/MoneyCard'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script, type Call } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const RESERVATION = {
  id: '9',
  version: 2,
  status: 'confirmed',
  currency: 'EUR',
  total_minor: 2000,
  paid_minor: 500,
  payment_method: 'cash',
} as unknown as Reservation
const PAID = {
  id: 'p1',
  version: 1,
  reference: 'K7M2QX-1',
  direction: 'payment',
  method: 'cash',
  state: 'posted',
  amount_minor: 500,
  currency: 'EUR',
  created_at: '2030-05-20T10:00:00Z',
  user_id: 'u1',
  till_id: 't1',
  refund_of_id: null,
  reverses_id: null,
  reversed_by_id: null,
  needs_approval: false,
  approved_by_user_id: null,
  card_last4: null,
  card_brand: null,
  provider_reference: null,
  reason: 'At the counter',
} as unknown as Payment
const MONEY: ReservationMoney = {
  currency: 'EUR',
  owed_minor: 2000,
  paid_minor: 500,
  balance_minor: 1500,
  pending_payments_minor: 0,
  pending_refunds_minor: 0,
  write_off_max_minor: 1500,
  refundable_minor: 500,
  refund_alone_minor: 10_000,
  takes_links: false,
  refund_ways: [{ payment_id: 'p1', method: 'cash', amount_minor: 500 }],
  payments: [PAID],
  names: { u1: 'Ana Ruiz', t1: 'Counter 1' },
}
const moved = () => answer({ payment: null, reservation: RESERVATION })
const body = (call: Call | undefined): unknown => JSON.parse(String(call?.body))

function show(role: 'admin' | 'agent' | 'accountant' | 'viewer', money: Partial<ReservationMoney> = {}, more = {}) {
  signedIn({ role, id: '1' })
  const scripted = script({ 'GET /reservations/9/payments/': () => answer({ ...MONEY, ...money }), ...more })
  renderInFrame(<MoneyCard reservation={RESERVATION} />)
  return { ...scripted, sent: () => scripted.calls.filter(({ method }) => method === 'POST') }
}

describe('the money of a reservation', () => {
  it('shows what is owed, and for each payment its amount, method, user and place', async () => {
    show('agent')
    expect(await screen.findByText('€15.00 still owed')).toBeVisible()
    const entry = screen.getByRole('listitem')
    for (const text of ['€5.00 paid', 'Cash', 'Ana Ruiz', 'Counter 1', 'At the counter', 'K7M2QX-1'])
      expect(entry).toHaveTextContent(text)
    expect(screen.getByRole('button', { name: 'Take payment' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Write off' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull()
  })

  it('is read-only without the permission to move it', async () => {
    show('viewer')
    expect(await screen.findByText('€15.00 still owed')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows what is to be refunded', async () => {
    show('admin', { balance_minor: -500, owed_minor: 0, write_off_max_minor: 0 })
    expect(await screen.findByText('€5.00 to refund')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Take payment' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Write off' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Reverse' })).toBeEnabled()
  })

  it('retries a payment under the same key, a changed one under another once the first was refused, and shows the change', async () => {
    const later = () => answer({ code: 'internal_error', detail: 'Later.' }, 500)
    const closed = () => answer({ code: 'till_closed', detail: 'Open it.' }, 409)
    const take = vi.fn().mockImplementationOnce(later).mockImplementationOnce(later).mockImplementationOnce(closed)
    take.mockImplementation(moved)
    const { sent } = show('agent', {}, { 'POST /reservations/9/payments/': take })
    fireEvent.click(await screen.findByRole('button', { name: 'Take payment' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText('Amount (EUR)')).toHaveValue('15.00')
    fireEvent.change(within(dialog).getByLabelText('Amount (EUR)'), { target: { value: '12.40' } })
    const given = within(dialog).getByLabelText('Given in cash (EUR)')
    const confirm = within(dialog).getByRole('button', { name: 'Take payment' })
    fireEvent.change(given, { target: { value: '10' } })
    expect(confirm).toBeDisabled()
    fireEvent.change(given, { target: { value: '20' } })
    expect(dialog).toHaveTextContent('Change: €7.60')
    fireEvent.click(confirm)
    await within(dialog).findByRole('alert', { name: '' })
    await waitFor(() => expect(confirm).toBeEnabled())
    fireEvent.click(confirm)
    await waitFor(() => expect(sent()).toHaveLength(2))
    await waitFor(() => expect(confirm).toBeEnabled())
    fireEvent.change(given, { target: { value: '15' } })
    fireEvent.click(confirm)
    await waitFor(() => expect(sent()).toHaveLength(3))
    await waitFor(() => expect(confirm).toBeEnabled())
    fireEvent.change(given, { target: { value: '30' } })
    fireEvent.click(confirm)
    await waitFor(() => expect(sent()).toHaveLength(4))
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2], 'the result of the first attempt is not known yet').toBe(keys[0])
    expect(keys[3]).not.toBe(keys[0])
    expect(body(sent()[1])).toEqual({ amount_minor: 1240, currency: 'EUR', method: 'cash', tendered_minor: 2000 })
  })

  it('refunds by the original methods, each part under a key of its own', async () => {
    const { sent } = show(
      'agent',
      {
        balance_minor: -800,
        refundable_minor: 1200,
        refund_ways: [
          { payment_id: 'p2', method: 'terminal', amount_minor: 700 },
          { payment_id: 'p1', method: 'cash', amount_minor: 500 },
        ],
      },
      { 'POST /reservations/9/refunds/': moved },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText('Amount (EUR)')).toHaveValue('8.00')
    expect(dialog).toHaveTextContent('Card terminal €7.00')
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Illness' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Refund' }))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent().map(body)).toEqual([
      { amount_minor: 700, method: 'terminal', reason: 'Illness', refund_of_id: 'p2' },
      { amount_minor: 100, method: 'cash', reason: 'Illness', refund_of_id: 'p1' },
    ])
    expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  const WAITING = {
    ...PAID,
    id: 'p2',
    reference: 'K7M2QX-2',
    direction: 'refund',
    state: 'pending',
    needs_approval: true,
  } as const

  it('requires a second user to approve a pending refund', async () => {
    const approved = vi.fn(() => answer({ ...WAITING, state: 'posted' }))
    const { sent } = show('accountant', { payments: [PAID, WAITING] }, { 'POST /payments/p2/approve/': approved })
    expect(await screen.findByText('Waiting for approval')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(approved).toHaveBeenCalled())
    expect(sent()[0]?.headers.get('idempotency-key')).not.toBeNull()
    expect(sent()[0]?.headers.get('if-match')).toBe('"1"')
  })

  it('lets no user approve a refund that they requested', async () => {
    show('accountant', { payments: [{ ...WAITING, user_id: '1' }] })
    expect(await screen.findByText('Waiting for approval')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Decline' })).toBeEnabled()
  })
})
