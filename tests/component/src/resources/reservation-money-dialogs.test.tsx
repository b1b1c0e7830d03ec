import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../../contract/operations/payments'
import { MoneyCard } from '../../../../src/resources/reservations/money/MoneyCard'
import { setFieldErrorWords } from '../../../../src/providers/http/fieldErrors'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { serverFieldText } from '../../../../src/ui/fieldTexts'
import { renderInFrame, signedIn, words } from '../../../support/console/frame'
import { answer, script, type Call } from '../../../support/console/session'

afterEach(async () => {
  vi.unstubAllGlobals()
  setFieldErrorWords((_code, text) => text)
  await words.changeLocale('en')
})

const RESERVATION = {
  id: '9',
  version: 2,
  reference: 'K7M2QX',
  lead_name: 'Ana Ruiz',
  status: 'confirmed',
  currency: 'EUR',
  payment_method: 'cash',
  passengers: [{ category: 'adult', name: 'Ana Ruiz', needs: [] }],
  legs: [],
  addons: [],
  price_lines: [],
} as unknown as Reservation
const PAID = {
  id: 'p1',
  version: 3,
  reference: 'K7M2QX-1',
  direction: 'payment',
  method: 'cash',
  state: 'posted',
  amount_minor: 500,
  currency: 'EUR',
  created_at: '2030-05-20T10:00:00Z',
  user_id: 'u1',
  till_id: null,
  reverses_id: null,
  reversed_by_id: null,
  needs_approval: false,
  approved_by_user_id: null,
  card_last4: null,
  provider_reference: null,
  reason: null,
} as unknown as Payment
const REFUND = { ...PAID, id: 'p2', direction: 'refund', state: 'pending', needs_approval: true } as const
const MONEY: ReservationMoney = {
  currency: 'EUR',
  owed_minor: 2000,
  paid_minor: 500,
  balance_minor: 1500,
  pending_payments_minor: 0,
  pending_refunds_minor: 0,
  write_off_max_minor: 1500,
  refundable_minor: 0,
  refund_alone_minor: 10_000,
  takes_links: false,
  refund_ways: [],
  payments: [PAID],
  names: {},
}

const refused = (field: string, detail: string) => () =>
  answer({ status: 422, code: 'validation', detail, errors: [{ pointer: `/${field}`, code: 'invalid', detail }] }, 422)
const moved = () => answer({ payment: null, reservation: RESERVATION })
const bodyOf = (call: Call | undefined): unknown => JSON.parse(String(call?.body))

/** Opens the dialog of an action of the administrator. @param address of the request that it sends */
async function open(
  action: string,
  address: string,
  request: () => Response,
  money: Partial<ReservationMoney> = {},
  reason = 'Reason',
) {
  signedIn({ role: 'admin', id: '1' })
  const read = vi.fn(() => answer({ ...MONEY, ...money }))
  const { calls } = script({ 'GET /reservations/9/payments/': read, [address]: request })
  renderInFrame(<MoneyCard reservation={RESERVATION} />)
  fireEvent.click(await screen.findByRole('button', { name: action }))
  const dialog = await screen.findByRole('dialog', { name: action })
  return {
    dialog,
    reason: within(dialog).getByLabelText(reason),
    confirm: within(dialog).getByRole('button', { name: action }),
    sent: () => calls.filter(({ method }) => method === 'POST'),
  }
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe.each([
  { action: 'Reverse', address: 'POST /payments/p1/reverse/', money: {}, isOnce: true },
  { action: 'Decline', address: 'POST /payments/p2/decline/', money: { payments: [REFUND] }, isOnce: false },
])('the dialog "$action" of a payment', ({ action, address, money, isOnce }) => {
  it('requires a reason, and sends it for the version that was read', async () => {
    const { reason, confirm, sent } = await open(action, address, () => answer(PAID), money)
    expect(confirm).toBeDisabled()
    fireEvent.change(reason, { target: { value: '  ' } })
    expect(confirm).toBeDisabled()
    fireEvent.change(reason, { target: { value: ' Wrong booking ' } })
    fireEvent.click(confirm)
    await closed()
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([address])
    expect(bodyOf(sent()[0])).toEqual({ reason: 'Wrong booking' })
    expect(sent()[0]?.headers.get('if-match')).toBe('"3"')
    if (isOnce) expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('shows a refusal of the reason on its field, and keeps what was typed', async () => {
    const request = vi.fn(() => answer(PAID)).mockImplementationOnce(refused('reason', 'Leave out the card number.'))
    const { dialog, reason, confirm } = await open(action, address, request, money)
    fireEvent.change(reason, { target: { value: 'Wrong booking' } })
    fireEvent.click(confirm)
    await waitFor(() => expect(reason).toHaveAccessibleDescription('Leave out the card number.'))
    expect(reason).toBeInvalid()
    expect(reason).toHaveValue('Wrong booking')
    await waitFor(() => expect(confirm).toBeEnabled())
    fireEvent.click(confirm)
    await closed()
    expect(dialog).not.toBeInTheDocument()
  })
})

it('refusal in the reader’s language is shown as the server writes it, and one in English is not', async () => {
  await words.changeLocale('de')
  const detail = 'Zahlungen von AB12 sind gesperrt.'
  const problem = {
    status: 409,
    code: 'invalid_state',
    detail,
    errors: [{ pointer: '/reason', code: 'custom', detail }],
  }
  const inLanguage = (tag: string) =>
    new Response(JSON.stringify(problem), { status: 409, headers: { 'content-language': tag } })
  const request = vi.fn(() => inLanguage('fr')).mockImplementationOnce(() => inLanguage('de'))
  setFieldErrorWords((code, text, writtenIn) =>
    serverFieldText({ code, detail: text, writtenIn }, { t: i18n.t, language: 'de' }),
  )
  const { reason, confirm } = await open('Stornieren', 'POST /payments/p1/reverse/', request, {}, 'Grund')
  fireEvent.change(reason, { target: { value: 'Irrtum' } })
  fireEvent.click(confirm)
  await waitFor(() => expect(reason).toHaveAccessibleDescription(detail))
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
  await waitFor(() => expect(reason).toHaveAccessibleDescription('Prüfen Sie diesen Wert.'))
})

describe('the dialog "Write off" of a reservation', () => {
  const ADDRESS = 'POST /reservations/9/write-off/'

  it('names the reservation, proposes what is owed, and requires an amount and a reason', async () => {
    const { dialog, reason, confirm, sent } = await open('Write off', ADDRESS, moved)
    expect(dialog).toHaveTextContent('K7M2QX')
    const amount = within(dialog).getByLabelText('Amount (EUR)')
    expect(amount).toHaveValue('15.00')
    expect(confirm).toBeDisabled()
    fireEvent.change(reason, { target: { value: ' Insolvent ' } })
    fireEvent.change(amount, { target: { value: '' } })
    expect(confirm).toBeDisabled()
    fireEvent.change(amount, { target: { value: '12.40' } })
    fireEvent.click(confirm)
    await closed()
    expect(sent().map(bodyOf)).toEqual([{ amount_minor: 1240, currency: 'EUR', reason: 'Insolvent' }])
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('shows a refusal of the amount on its field, and keeps what was typed', async () => {
    const refusal = refused('amount_minor', '10.00 EUR is owed for K7M2QX. Give at most that amount.')
    const { dialog, reason, confirm } = await open('Write off', ADDRESS, refusal)
    const amount = within(dialog).getByLabelText('Amount (EUR)')
    fireEvent.change(reason, { target: { value: 'Insolvent' } })
    fireEvent.click(confirm)
    await waitFor(() => expect(amount).toHaveAccessibleDescription(/^10\.00 EUR is owed/))
    expect(amount).toBeInvalid()
    expect(amount).toHaveValue('15.00')
    expect(reason).toHaveValue('Insolvent')
  })
})
