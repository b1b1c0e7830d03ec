import '../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Create } from '../../../../src/kit/Create'
import { staffSession } from '../../../../src/providers/auth/session'
import { drafts } from '../../../../src/providers/drafts'
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

beforeEach(() => signedIn())
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
