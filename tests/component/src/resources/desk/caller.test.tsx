import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { AuthContext, DataProviderContext, testDataProvider, type AuthProvider } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '../../../../../contract/core/vocabulary'
import { HttpError } from '../../../../../src/providers/http/problem'
import { CallerCard } from '../../../../../src/resources/reservations/desk/CallerCard'
import { ContactFields } from '../../../../../src/resources/reservations/desk/ContactFields'
import { NO_CALLER, type Caller } from '../../../../../src/resources/reservations/desk/deskTypes'
import { forgetErrors } from '../../../../support/console/complaints'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

const create = vi.fn()
const seen = vi.fn<(caller: Caller) => void>()
beforeEach(() => {
  create.mockReset()
  seen.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

const CALLER: Caller = { ...NO_CALLER, name: 'María José Pérez', phone: '99 123', email: 'mj@example.com' }

function Desk({ start }: { start: Caller }) {
  const [caller, setCaller] = useState(start)
  seen(caller)
  return (
    <CallerCard caller={caller} onChange={setCaller} missing={null} start={null} onNext={() => undefined}>
      <ContactFields caller={caller} onChange={setCaller} missing={null} />
    </CallerCard>
  )
}

/** Errors that never end the session. */
const auth = { checkError: () => Promise.resolve() } as unknown as AuthProvider

function show(role: Role = 'agent') {
  signedIn({ role })
  const provider = testDataProvider({
    getList: () => Promise.resolve({ data: [], total: 0 }),
    create: ((_: string, { data }: { data: unknown }) => create(data) as unknown) as never,
  })
  renderInFrame(
    <AuthContext value={auth}>
      <DataProviderContext value={provider}>
        <Desk start={CALLER} />
      </DataProviderContext>
    </AuthContext>,
  )
}

it('caller becomes a customer, and errors of the server are shown at the box', async () => {
  create
    .mockRejectedValueOnce(
      new HttpError('No', 422, { code: 'validation', errors: { phone: 'Give it with its country code.' } }),
    )
    .mockImplementationOnce((data: object) =>
      Promise.resolve({ data: { id: '77', version: 1, company_name: null, ...data } }),
    )
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Save as customer' }))
  const dialog = await screen.findByRole('dialog')
  const box = (name: RegExp) => within(dialog).getByRole('textbox', { name })
  expect(box(/First name/)).toHaveValue('María José')
  fireEvent.change(box(/Last name/), { target: { value: 'Pérez Gil' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(box(/Phone/)).toHaveAccessibleDescription('Give it with its country code.'))
  // react-admin logs every refused call in development.
  forgetErrors()
  expect(box(/Last name/)).toHaveValue('Pérez Gil')
  expect(create).toHaveBeenLastCalledWith(expect.objectContaining({ phone: '99 123' }))

  fireEvent.change(box(/Phone/), { target: { value: '00357 99 123456' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Existing customer/)).toBeVisible()
  expect(create).toHaveBeenLastCalledWith({
    kind: 'person',
    first_name: 'María José',
    last_name: 'Pérez Gil',
    phone: '+35799123456',
    email: 'mj@example.com',
    locale: 'en',
  })
  expect(seen.mock.lastCall?.[0]).toMatchObject({
    customerId: '77',
    name: 'María José Pérez Gil',
    phone: '+35799123456',
  })
  expect(screen.queryByRole('button', { name: 'Save as customer' })).toBeNull()
})

it('reservation keeps the name of the caller who books for a company', async () => {
  create.mockImplementationOnce((data: object) => Promise.resolve({ data: { id: '78', version: 1, ...data } }))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Save as customer' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Type' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Company' }))
  fireEvent.change(within(dialog).getByRole('textbox', { name: /Company/ }), { target: { value: 'Sunvia Ltd' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Existing customer/)).toBeVisible()
  expect(create).toHaveBeenCalledWith(expect.objectContaining({ kind: 'company', company_name: 'Sunvia Ltd' }))
  expect(seen.mock.lastCall?.[0]).toMatchObject({ customerId: '78', name: 'María José Pérez' })
})

it('creation of a customer is not offered without the permission', () => {
  show('viewer')
  expect(screen.queryByRole('button', { name: 'Save as customer' })).toBeNull()
})

it('caller box takes a national number, completes it, and shows when it is invalid', async () => {
  signedIn({ role: 'agent' })
  script({ 'GET /company/': () => answer({ country: 'ES' }) })
  renderInFrame(
    <DataProviderContext value={testDataProvider({ getList: () => Promise.resolve({ data: [], total: 0 }) })}>
      <Desk start={NO_CALLER} />
    </DataProviderContext>,
  )
  const phone = screen.getByRole('combobox', { name: 'Phone' })
  await waitFor(() => expect(phone).toHaveAttribute('placeholder', '612 34 56 78'))
  const type = (value: string) => fireEvent.change(phone, { target: { value } })
  type('600 123')
  expect(phone).toBeValid()
  fireEvent.blur(phone)
  expect(phone).toBeInvalid()
  expect(phone).toHaveAccessibleDescription(/612 34 56 78/)
  type('600 123 456')
  expect(phone).toBeValid()
  fireEvent.blur(phone)
  expect(phone).toHaveValue('+34 600 12 34 56')
  expect(phone).toBeValid()
})
