import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Create } from '../../../../src/kit/Create'
import { HttpError } from '../../../../src/providers/http/problem'
import { staffSession } from '../../../../src/providers/auth/session'
import { drafts } from '../../../../src/providers/drafts'
import { forgetErrors } from '../../../support/console/complaints'
import { renderPages, signedIn } from '../../../support/console/frame'

const storedCity = () => drafts.read('stations:new')?.values['city']

async function typeCity(): Promise<void> {
  const create = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider()}>
        <Create resource="stations" />
        <Link to="/payments">Payments</Link>
      </DataProviderContext>
    </StoreContextProvider>
  )
  const pages = [
    { path: '/stations/create', element: create },
    { path: '/payments', element: <h1>Payments</h1> },
  ]
  renderPages(pages, '/stations/create')
  const city = await screen.findByLabelText(/^City/)
  fireEvent.change(city, { target: { value: 'L' } })
  expect(storedCity()).toBe('L')
  fireEvent.change(city, { target: { value: 'Limassol' } })
}

beforeEach(() => {
  signedIn()
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  staffSession.clear()
  window.sessionStorage.clear()
})

it('the draft of a form keeps the last words after the page is loaded again', async () => {
  await typeCity()
  window.dispatchEvent(new Event('pagehide'))
  expect(storedCity()).toBe('Limassol')
})

it('the draft of a form keeps the last words when another page is opened', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  await typeCity()
  fireEvent.click(screen.getByRole('link', { name: 'Payments' }))
  await screen.findByRole('heading', { name: 'Payments' })
  expect(storedCity()).toBe('Limassol')
})

it('the draft of a form is not restored after it was discarded', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  await typeCity()
  drafts.forget('stations:new')
  fireEvent.click(screen.getByRole('link', { name: 'Payments' }))
  await screen.findByRole('heading', { name: 'Payments' })
  expect(storedCity()).toBeUndefined()
})

const OFFER = /^You have unsaved changes/
const storedCustomer = () => drafts.read('customers:new')?.values['last_name']

/** Opens the form of a new customer over a stored draft; its saves fail with 503 until the test lets one succeed. */
async function openCustomer() {
  drafts.write('7', 'customers:new', { values: { last_name: 'Ruiz' }, version: null, at: new Date().toISOString() })
  const save = vi.fn<() => Promise<{ data: { id: string } }>>()
  save.mockRejectedValue(new HttpError('Unavailable', 503, {}))
  const create = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider({ create: save as never })}>
        <Create resource="customers" />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages(
    [
      { path: '/customers/create', element: create },
      { path: '/customers/:id/show', element: <h1>Saved</h1> },
    ],
    '/customers/create',
  )
  const field = await screen.findByLabelText(/^Last name/)
  return { field, save }
}

async function failToSave(save: () => unknown): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  forgetErrors()
}

it('the offer of a draft says that new input replaces it, and stays away once the user types', async () => {
  const { field, save } = await openCustomer()
  expect(screen.getByText(OFFER)).toHaveTextContent('New input replaces them.')
  fireEvent.change(field, { target: { value: 'Vidal' } })
  expect(screen.queryByText(OFFER)).toBeNull()
  await failToSave(save)
  expect(screen.queryByText(OFFER)).toBeNull()
  expect(field).toHaveValue('Vidal')
})

it('the draft of a form keeps what is typed after a save that failed', async () => {
  const { field, save } = await openCustomer()
  fireEvent.change(field, { target: { value: 'Vidal' } })
  await failToSave(save)
  fireEvent.change(field, { target: { value: 'Vidal Soler' } })
  window.dispatchEvent(new Event('pagehide'))
  expect(storedCustomer()).toBe('Vidal Soler')
})

it('the draft of a form is gone after a save that follows a failed one', async () => {
  const { field, save } = await openCustomer()
  fireEvent.change(field, { target: { value: 'Vidal' } })
  await failToSave(save)
  save.mockResolvedValue({ data: { id: '1' } })
  fireEvent.change(field, { target: { value: 'Vidal Soler' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name: 'Saved' })
  expect(storedCustomer()).toBeUndefined()
})
