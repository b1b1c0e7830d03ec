import '../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Create } from '../../../../src/kit/Create'
import { staffSession } from '../../../../src/providers/auth/session'
import { renderPages, signedIn } from '../../../support/console/frame'

beforeEach(() => signedIn())
afterEach(() => staffSession.clear())

function renderCreate(resource: string): void {
  const element = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider()}>
        <Create resource={resource} />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/create', element }], '/create')
}

function optionsOf(name: RegExp): (string | null)[] {
  fireEvent.mouseDown(screen.getByRole('combobox', { name }))
  const list = screen.getByRole('listbox')
  const names = within(list)
    .getAllByRole('option')
    .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)
  fireEvent.keyDown(list, { key: 'Escape' })
  return names
}

it('choice field of a new record offers an empty option only where it can be left out', async () => {
  renderCreate('pricing-rules')
  await screen.findByRole('combobox', { name: /^Status/ })
  expect(optionsOf(/^Status/)).toEqual(['Active', 'Inactive'])
  expect(screen.getByRole('combobox', { name: /^Status/ })).toHaveTextContent('Active')
  expect(optionsOf(/^One way or return/)).toEqual(['None', 'One way', 'Return'])
  expect(screen.getByRole('combobox', { name: /^One way or return/ })).toHaveTextContent('None')
})

it('field of a group has the label of its path', async () => {
  renderCreate('partners')
  expect(await screen.findByRole('textbox', { name: 'Credit limit' })).toHaveValue('')
  expect(screen.getByRole('switch', { name: 'Commission on add-ons' })).not.toBeChecked()
  expect(optionsOf(/^May cancel/)).toContain('May not cancel')
})
