import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../../contract/core/vocabulary'
import { PayoutButton } from '../../../../src/resources/payments/PayoutButton'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script, type Call } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const bodyOf = (call: Call | undefined): unknown => JSON.parse(String(call?.body))
const recorded = () => answer({ number: 7, in_transit: [] }, 201)

function show(inTransit: object[], role: Role = 'accountant', record: () => Response = recorded) {
  signedIn({ role })
  const scripted = script({
    'GET /company/': () => answer({ currency: 'EUR', timezone: 'Europe/Athens' }),
    'GET /terminal-payouts/in-transit/': () => answer({ in_transit: inTransit }),
    'POST /terminal-payouts/': record,
  })
  renderInFrame(<PayoutButton />)
  return { ...scripted, sent: () => scripted.calls.filter(({ method }) => method === 'POST') }
}

async function open() {
  fireEvent.click(screen.getByRole('button', { name: 'Record a payout' }))
  const dialog = await screen.findByRole('dialog', { name: 'Record a payout' })
  return { dialog, confirm: within(dialog).getByRole('button', { name: 'Record a payout' }) }
}
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } })

describe('the payout of card terminals', () => {
  it('shows what is in transit, and sends amount, fee, day and reference', async () => {
    const { sent } = show([{ currency: 'EUR', amount_minor: 250_000 }])
    const { dialog, confirm } = await open()
    expect(await within(dialog).findByText('On its way: €2,500.00')).toBeVisible()
    expect(confirm).toBeDisabled()
    type(await within(dialog).findByLabelText('Amount received (EUR)'), '1,960')
    type(within(dialog).getByLabelText('Fee deducted (EUR)'), '40.50')
    const day = await waitFor(() => {
      const box = within(dialog).getByRole('textbox', { name: 'Received on' })
      expect(box, 'the code of the box is loaded').not.toHaveValue('')
      return box
    })
    type(day, '2999-05-16')
    fireEvent.blur(day)
    expect(confirm).toBeDisabled()
    type(day, '2026-01-15')
    fireEvent.blur(day)
    type(within(dialog).getByLabelText('Reference on the bank statement'), ' SETTLE 0517 ')
    fireEvent.click(confirm)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent().map(bodyOf)).toEqual([
      { amount_minor: 196_000, fee_minor: 4050, currency: 'EUR', paid_on: '2026-01-15', reference: 'SETTLE 0517' },
    ])
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('accepts a fee of zero and a blank one, and no other text', async () => {
    const { sent } = show([{ currency: 'EUR', amount_minor: 1000 }])
    const { dialog, confirm } = await open()
    type(await within(dialog).findByLabelText('Amount received (EUR)'), '10')
    expect(confirm).toBeEnabled()
    const fee = within(dialog).getByLabelText('Fee deducted (EUR)')
    type(fee, '-1')
    expect(fee).toBeInvalid()
    expect(confirm).toBeDisabled()
    type(fee, '0')
    expect(fee).toBeValid()
    fireEvent.click(confirm)
    await waitFor(() => expect(sent().map(bodyOf)).toMatchObject([{ amount_minor: 1000, fee_minor: 0 }]))
  })

  it('offers each currency that is in transit', async () => {
    const { sent } = show([
      { currency: 'EUR', amount_minor: 1000 },
      { currency: 'JPY', amount_minor: 5000 },
    ])
    const { dialog, confirm } = await open()
    fireEvent.mouseDown(await within(dialog).findByRole('combobox', { name: 'Currency' }))
    fireEvent.click(await screen.findByRole('option', { name: 'JPY' }))
    type(within(dialog).getByLabelText('Amount received (JPY)'), '4900')
    fireEvent.click(confirm)
    await waitFor(() => expect(sent().map(bodyOf)).toMatchObject([{ amount_minor: 4900, currency: 'JPY' }]))
  })

  it('shows on the field why it is refused, and keeps what was typed', async () => {
    const detail = 'Card terminals have taken 10.00 EUR that is not paid out.'
    const errors = [{ pointer: '/amount_minor', code: 'over_payment', detail }]
    show([{ currency: 'EUR', amount_minor: 1000 }], 'manager', () =>
      answer({ code: 'over_payment', detail, errors }, 422),
    )
    const { dialog, confirm } = await open()
    const amount = await within(dialog).findByLabelText('Amount received (EUR)')
    type(amount, '11')
    fireEvent.click(confirm)
    await waitFor(() => expect(amount).toHaveAccessibleDescription(detail))
    expect(amount).toBeInvalid()
    expect(amount).toHaveValue('11')
    expect(within(dialog).queryByRole('alert')).toBeNull()
  })

  it('says that nothing is in transit', async () => {
    show([])
    const { dialog } = await open()
    expect(await within(dialog).findByText(/^Nothing is on its way/)).toBeVisible()
  })

  it('is not offered to agents', () => {
    show([], 'agent')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
