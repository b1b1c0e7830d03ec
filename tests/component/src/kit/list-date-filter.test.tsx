import { setMedia } from '../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { DataProviderContext, localStorageStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { List } from '../../../../src/kit/List'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const WIDE = '(min-width:768px)'

beforeEach(() => {
  window.localStorage.clear()
  signedIn()
  setMedia(WIDE, true)
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
  })
})
afterEach(() => {
  setMedia(WIDE, false)
  vi.unstubAllGlobals()
})

function open(resource: string, filter: object): void {
  const provider = testDataProvider({ getList: () => Promise.resolve({ data: [], total: 0 }) })
  const element = (
    <StoreContextProvider value={localStorageStore()}>
      <DataProviderContext value={provider}>
        <List resource={resource} />
      </DataProviderContext>
    </StoreContextProvider>
  )
  const search = new URLSearchParams({ filter: JSON.stringify(filter) }).toString()
  renderPages([{ path: `/${resource}`, element }], `/${resource}?${search}`)
}

it.each([
  ['customers', 'created_at', 'Created'],
  ['vehicles', 'inspection_expires_on', 'Inspection valid until'],
])('list of %s shows a filter of %s that is no date, and lets the user replace it', async (resource, field, label) => {
  open(resource, { [`${field}_gte`]: 'soon', [`${field}_lte`]: 7 })
  const chip = await screen.findByRole('button', { name: new RegExp(`^${label}.*soon`) })
  fireEvent.click(chip)
  const dialog = await screen.findByRole('dialog', { name: label })
  expect(await within(dialog).findByLabelText('From')).toHaveValue('')
})
