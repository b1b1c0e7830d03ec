import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../../../contract/core/vocabulary'
import { SeatDesk } from '../../../../../src/resources/reservations/desk/SeatDesk'
import { DEPARTURE, NEW_SALE, reservationOf } from '../../../../support/console/desk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script, type Call } from '../../../../support/console/session'

beforeEach(() => void vi.spyOn(window, 'scrollTo').mockReturnValue())
afterEach(() => vi.unstubAllGlobals())

const provider = testDataProvider({
  getList: () => Promise.resolve({ data: [], total: 0 }),
  getMany: () => Promise.resolve({ data: [] }),
})
const ID = reservationOf({}).id
const HELD = { hold_expires_at: '2099-01-01T00:00:00Z', total_minor: 2450 }
const bodyOf = (call: Call | undefined) => JSON.parse(String(call?.body)) as Record<string, unknown>

interface Desk {
  role?: Role
  /** Whether the server has a payment provider. */
  takesLinks?: boolean
  email?: string
  answers?: Parameters<typeof script>[0]
}

/** Opens the desk and holds a departure. */
async function hold({ role = 'agent', takesLinks = false, email = '', answers = {} }: Desk = {}) {
  let current = reservationOf(HELD)
  const change = (more: object) => {
    current = { ...current, ...more, version: current.version + 1 }
    return answer(current)
  }
  const money = { currency: 'EUR', balance_minor: 2450, pending_payments_minor: 0, payments: [] }
  const scripted = script({
    'GET /departures/': () => answer([{ ...DEPARTURE, sales_status: 'open', total_minor: 2450 }]),
    'GET /company/': () => answer({ currency: 'EUR', country: 'CY', cash_needs_till: true }),
    'GET /till-sessions/': () => answer({ sessions: [] }),
    'POST /reservations/': () => answer(current, 201),
    [`GET /reservations/${ID}/`]: () => answer(current),
    [`GET /reservations/${ID}/payments/`]: () => answer({ ...money, takes_links: takesLinks }),
    [`POST /reservations/${ID}/revise/`]: (call) => change(bodyOf(call)),
    [`POST /reservations/${ID}/confirm/`]: () => change({ status: 'confirmed', hold_expires_at: null }),
    [`POST /reservations/${ID}/payments/`]: (call) =>
      answer({ payment: null, reservation: { ...current, paid_minor: bodyOf(call)['amount_minor'] } }, 201),
    ...answers,
  })
  signedIn({ role })
  renderInFrame(
    <DataProviderContext value={provider}>
      <SeatDesk start={NEW_SALE} onAnother={() => undefined} />
    </DataProviderContext>,
    '/?date=2030-05-20&origin=10&destination=11',
  )
  fireEvent.change(screen.getByRole('combobox', { name: 'Lead passenger' }), { target: { value: 'Ana Ruiz' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: email } })
  fireEvent.click(await screen.findByRole('radio'))
  const pays = await screen.findByRole('combobox', { name: 'How is it paid?' })
  const posted = (path: string) =>
    scripted.calls.filter((call) => call.method === 'POST' && call.path === `/reservations/${ID}/${path}/`)
  return { ...scripted, pays, posted }
}

/** Opens the list of payment methods. @returns their names */
async function methodsOf(pays: HTMLElement): Promise<string[]> {
  fireEvent.mouseDown(pays)
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent ?? '')
}

async function choose(pays: HTMLElement, method: string): Promise<void> {
  fireEvent.mouseDown(pays)
  fireEvent.click(await screen.findByRole('option', { name: method }))
}

const book = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm booking', hidden: true }))
const booked = async () => (await screen.findByText('Booked')).closest<HTMLElement>('[role=status]')!

describe('a payment at the desk', () => {
  it('by card terminal is recorded with the number of the slip', async () => {
    const { pays, posted } = await hold()
    await choose(pays, 'Card terminal')
    const slip = await screen.findByLabelText('Slip number')
    fireEvent.change(slip, { target: { value: ' 004217 ' } })
    fireEvent.keyDown(slip, { key: 'Enter' })
    const panel = await booked()
    expect(panel).toHaveTextContent('Paid€24.50 · Card terminal')
    expect(panel).not.toHaveTextContent('Still to pay')
    expect(posted('payments').map(bodyOf)).toEqual([
      { method: 'terminal', currency: 'EUR', amount_minor: 2450, provider_reference: '004217' },
    ])
    expect(posted('payments')[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('by card terminal is recorded without a slip', async () => {
    const { pays, posted } = await hold()
    await choose(pays, 'Card terminal')
    book()
    await booked()
    expect(posted('payments').map(bodyOf)).toEqual([{ method: 'terminal', currency: 'EUR', amount_minor: 2450 }])
  })

  it('by bank transfer is not recorded with the sale, which says how the rest is paid', async () => {
    const { pays, posted } = await hold()
    await choose(pays, 'Bank transfer')
    book()
    expect(await booked()).toHaveTextContent('Still to pay€24.50 · Bank transfer')
    expect(posted('revise').map(bodyOf)).toContainEqual(expect.objectContaining({ payment_method: 'transfer' }))
    expect(posted('payments')).toEqual([])
  })

  it('in cash warns that no till is open, and links to the tills', async () => {
    const { pays } = await hold()
    await choose(pays, 'Cash')
    const warning = await screen.findByText(/^You have no open till/)
    expect(within(warning).getByRole('link', { name: 'Tills', hidden: true })).toHaveAttribute('href', '/tills')
  })

  it('in cash shows no warning with an open till of the currency', async () => {
    const sessions = [{ state: 'open', currency: 'EUR' }]
    const { pays, count } = await hold({ answers: { 'GET /till-sessions/': () => answer({ sessions }) } })
    await choose(pays, 'Cash')
    await waitFor(() => expect(count('/till-sessions/')).toBe(1))
    expect(await screen.findByText('Change due')).toBeInTheDocument()
    expect(screen.queryByText(/^You have no open till/)).toBeNull()
  })

  it('in cash warns when the open till is of another currency', async () => {
    const sessions = [{ state: 'open', currency: 'USD' }]
    const { pays } = await hold({ answers: { 'GET /till-sessions/': () => answer({ sessions }) } })
    await choose(pays, 'Cash')
    expect(await screen.findByText(/^You have no open till/)).toBeInTheDocument()
  })
})

describe('a payment link at the desk', () => {
  const LINK = { url: 'https://desk.example/pay/abc', expires_at: '2030-05-20T04:00:00Z', sent_to: 'ana@example.com' }
  const SOLD = reservationOf({ ...HELD, status: 'confirmed', version: 9, payment_method: 'link' })
  const links = `POST /reservations/${ID}/payment-links/`
  const sent = (mail: string | null) => () => answer({ payment: null, reservation: SOLD, link: LINK, mail }, 201)

  it('is the last method, where a provider is set up', async () => {
    const { pays, count } = await hold({ takesLinks: true })
    await waitFor(() => expect(count(`/reservations/${ID}/payments/`)).toBe(1))
    const methods = ['Later', 'Cash', 'Card terminal', 'Bank transfer', 'On account', 'Payment link']
    expect(await methodsOf(pays)).toEqual(methods)
  })

  it('is not offered without a provider', async () => {
    const { pays, count } = await hold()
    await waitFor(() => expect(count(`/reservations/${ID}/payments/`)).toBe(1))
    expect(await methodsOf(pays)).not.toContain('Payment link')
    await choose(pays, 'Later')
    book()
    const panel = await booked()
    await waitFor(() => expect(count(`/reservations/${ID}/payments/`)).toBe(2))
    expect(within(panel).queryByRole('button', { name: 'Send payment link' })).toBeNull()
  })

  it('requests what is owed after the sale, is emailed to the customer, and can be copied', async () => {
    const { pays, posted } = await hold({
      takesLinks: true,
      email: 'ana@example.com',
      answers: { [links]: sent('queued') },
    })
    await choose(pays, 'Payment link')
    book()
    const panel = await booked()
    expect(panel).toHaveTextContent('Still to pay€24.50 · Payment link')
    expect(within(panel).getByRole('status', { name: 'Payment link' })).toHaveTextContent(LINK.url)
    expect(within(panel).getByRole('button', { name: 'Copy' })).toBeEnabled()
    expect(panel).toHaveTextContent('On its way to ana@example.com')
    expect(within(panel).queryByRole('button', { name: 'Send payment link' })).toBeNull()
    expect(posted('payments')).toEqual([])
    expect(posted('payment-links').map(bodyOf)).toEqual([
      { amount_minor: 2450, currency: 'EUR', language: 'en', email: 'ana@example.com' },
    ])
  })

  it('is copied by the seller when the customer has no address', async () => {
    const { pays, posted } = await hold({ takesLinks: true, answers: { [links]: sent(null) } })
    await choose(pays, 'Payment link')
    book()
    expect(await booked()).toHaveTextContent('Copy the link and send it yourself.')
    expect(posted('payment-links').map(bodyOf)).toEqual([{ amount_minor: 2450, currency: 'EUR', language: 'en' }])
  })

  it('is requested again with the same key after a failure, and the sale stays', async () => {
    const failed = () => answer({ code: 'internal_error', detail: 'Later.' }, 500)
    const request = vi.fn(sent('queued')).mockImplementationOnce(failed)
    const { pays, posted } = await hold({ takesLinks: true, answers: { [links]: request } })
    await choose(pays, 'Payment link')
    book()
    const panel = await booked()
    expect(within(panel).getByRole('alert')).toHaveTextContent('Booked, but the payment link was not created.')
    fireEvent.click(within(panel).getByRole('button', { name: 'Create payment link again' }))
    expect(await within(panel).findByText(LINK.url)).toBeInTheDocument()
    expect(within(panel).queryByRole('alert')).toBeNull()
    expect(posted('confirm')).toHaveLength(1)
    const keys = posted('payment-links').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  it('is requested on the panel of a sale that is paid later', async () => {
    const { posted } = await hold({
      takesLinks: true,
      email: 'ana@example.com',
      answers: { [links]: sent('queued') },
    })
    book()
    const panel = await booked()
    fireEvent.click(await within(panel).findByRole('button', { name: 'Send payment link' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByLabelText('Amount (EUR)')).toHaveValue('24.50')
    expect(within(dialog).getByLabelText('Email address')).toHaveValue('ana@example.com')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(LINK.url)).toBeInTheDocument()
    expect(bodyOf(posted('payment-links')[0])).toMatchObject({ amount_minor: 2450, email: 'ana@example.com' })
  })

  it('is not offered to users who may not take payments', async () => {
    const { pays, count } = await hold({ role: 'viewer', takesLinks: true })
    expect(await methodsOf(pays)).not.toContain('Payment link')
    expect(count(`/reservations/${ID}/payments/`)).toBe(0)
  })
})
