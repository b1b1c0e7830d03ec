import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Customer } from '../../../../contract/entities/customer'
import { CustomerActions } from '../../../../src/resources/customers/CustomerActions'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const CUSTOMER = {
  id: '7',
  version: 3,
  kind: 'person',
  last_name: 'Ruiz',
  credit_limit_minor: null,
  is_blocked: true,
  blocked_reason: 'Did not pay',
  legal_hold_reason: null,
  anonymised_at: null,
} as unknown as Customer
const choices = () => screen.getAllByRole('menuitem').map((item) => item.textContent)
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Account and data' }))

describe('limits of debt and bookings of a customer', () => {
  it('are editable with the permission, and not for an agent', () => {
    signedIn({ role: 'agent' })
    script({})
    renderInFrame(<CustomerActions customer={CUSTOMER} />)
    expect(screen.queryByRole('button')).toBeNull()
    renderInFrame(<CustomerActions customer={{ ...CUSTOMER, is_blocked: false }} />)
    open()
    expect(choices()).toEqual(['Block'])
  })

  it('require a reason, and show on the field why they are refused', async () => {
    signedIn({ role: 'manager' })
    const refusal = {
      code: 'validation',
      detail: 'Too much.',
      errors: [{ pointer: '/credit_limit_minor', code: 'too_big', detail: 'Too much.' }],
    }
    const { calls } = script({
      'GET /company/': () => answer({ currency: 'EUR' }),
      'POST /customers/7/credit-limit/': () => answer(refusal, 422),
    })
    renderInFrame(<CustomerActions customer={CUSTOMER} />)
    open()
    expect(choices()).toEqual([
      'Change the credit limit',
      'Unblock',
      'Legal hold',
      'Erase personal data',
      'Export personal data',
    ])
    fireEvent.click(screen.getByRole('menuitem', { name: 'Change the credit limit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change the credit limit' })
    const limit = await within(dialog).findByLabelText('Credit limit (EUR)')
    const save = within(dialog).getByRole('button', { name: 'Save' })
    fireEvent.change(limit, { target: { value: '500' } })
    expect(save).toBeDisabled()
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Asked by letter' } })
    fireEvent.click(save)
    await waitFor(() => expect(limit).toBeInvalid())
    const sent = calls.find(({ method }) => method === 'POST')
    expect(JSON.parse(String(sent?.body))).toEqual({ credit_limit_minor: 50_000, reason: 'Asked by letter' })
  })
})
