import '../../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import { SeatDesk } from '../../../../../src/resources/reservations/desk/SeatDesk'
import { DEPARTURE, NEW_SALE } from '../../../../support/console/desk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const ANA = { id: '7', first_name: 'Ana', last_name: 'Ruiz', phone: null, email: null, locale: 'en', tags: [] }
const provider = testDataProvider({
  getList: ((resource: string) =>
    Promise.resolve(resource === 'customers' ? { data: [ANA], total: 1 } : { data: [], total: 0 })) as never,
  getMany: () => Promise.resolve({ data: [] }),
})

it('sale on account requires a customer before it is sent, and shows the credit limit at the payment method', async () => {
  const { calls } = script({
    'GET /departures/': () => answer([DEPARTURE]),
    'POST /reservations/': () =>
      answer(
        {
          status: 422,
          code: 'credit_limit',
          title: 'Credit',
          detail: 'The limit is 30.00 EUR.',
          errors: [{ pointer: '/payment_method', code: 'credit_limit', detail: 'The limit is 30.00 EUR.' }],
        },
        422,
      ),
  })
  signedIn({ role: 'agent' })
  renderInFrame(
    <DataProviderContext value={provider}>
      <SeatDesk start={NEW_SALE} onAnother={() => undefined} />
    </DataProviderContext>,
    '/?date=2030-05-20&origin=10&destination=11',
  )
  fireEvent.change(screen.getByRole('combobox', { name: 'Lead passenger' }), { target: { value: 'Ana Ruiz' } })
  fireEvent.click(await screen.findByRole('radio'))
  const paying = await screen.findByRole('combobox', { name: 'How is it paid?' })
  fireEvent.mouseDown(paying)
  fireEvent.click(await screen.findByRole('option', { name: 'On account' }))
  const send = screen.getByRole('button', { name: 'Send request', hidden: true })
  fireEvent.click(send)
  expect(await screen.findByText(/^Choose the customer/)).toBeInTheDocument()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])

  fireEvent.change(screen.getByRole('combobox', { name: 'Lead passenger', hidden: true }), {
    target: { value: 'Ana Rui' },
  })
  fireEvent.click(await screen.findByRole('option', { name: /Ana Ruiz/ }))
  fireEvent.click(send)
  await waitFor(() => expect(paying).toHaveAccessibleDescription('The limit is 30.00 EUR.'))
  expect(paying).toBeInvalid()
})
