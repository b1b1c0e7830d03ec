import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../../contract/operations/payments'
import { PaymentLinkDialog } from '../../../../src/resources/reservations/money/PaymentLinkDialog'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const RESERVATION = { id: '9', version: 2, locale: 'fr', lead_email: 'ana@example.com' } as unknown as Reservation
const WAITING = {
  id: '4',
  version: 1,
  method: 'link',
  direction: 'payment',
  state: 'pending',
  amount_minor: 500,
  currency: 'EUR',
  expires_at: '2030-05-20T04:00:00Z',
}
const MONEY = {
  currency: 'EUR',
  balance_minor: 2000,
  pending_payments_minor: 500,
  payments: [WAITING],
} as unknown as ReservationMoney
const LINK = { url: 'https://desk.example/pay/abc', expires_at: '2030-05-20T04:00:00Z', sent_to: 'ana@example.com' }

const dialog = () =>
  renderInFrame(<PaymentLinkDialog reservation={RESERVATION} money={MONEY} onDone={vi.fn()} onClose={vi.fn()} />)

describe('a payment link', () => {
  it('starts with the amount that no other link requests, is mailed in the language of the customer, and can be copied', async () => {
    signedIn({ role: 'agent' })
    const { calls } = script({
      'GET /payments/4/link/': () => answer({ ...LINK, url: 'https://desk.example/pay/first' }),
      'POST /reservations/9/payment-links/': () => answer({ link: LINK, mail: 'queued' }, 201),
    })
    dialog()
    expect(await screen.findByLabelText('Amount (EUR)')).toHaveValue('15.00')
    expect(await screen.findByText('https://desk.example/pay/first')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(LINK.url)).toBeInTheDocument()
    const sent = calls.find(({ method }) => method === 'POST')
    expect(JSON.parse(String(sent?.body))).toEqual({
      amount_minor: 1500,
      currency: 'EUR',
      hours: 72,
      language: 'fr',
      email: 'ana@example.com',
    })
  })

  it('shows on the field why it is refused, and can be cancelled while unpaid', async () => {
    signedIn({ role: 'agent' })
    const detail = '5.00 EUR is owed.'
    const refusal = {
      code: 'over_payment',
      detail,
      errors: [{ pointer: '/amount_minor', code: 'over_payment', detail }],
    }
    const { calls } = script({
      'GET /payments/4/link/': () => answer(LINK),
      'POST /reservations/9/payment-links/': () => answer(refusal, 422),
      'POST /payments/4/cancel/': () => answer({ ...WAITING, state: 'voided' }),
    })
    dialog()
    const amount = await screen.findByLabelText('Amount (EUR)')
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(amount).toBeInvalid())
    fireEvent.click(screen.getByRole('button', { name: 'Cancel this link' }))
    await waitFor(() => expect(calls.some(({ path }) => path === '/payments/4/cancel/')).toBe(true))
  })
})
