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

/** Found by its label: a search by role computes the names of all inputs of the form. */
const COMBOBOX = '[role=combobox]'

function optionsOf(name: RegExp): (string | null)[] {
  fireEvent.mouseDown(screen.getByLabelText(name, { selector: COMBOBOX }))
  const list = screen.getByRole('listbox')
  const names = within(list)
    .getAllByRole('option')
    .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)
  fireEvent.keyDown(list, { key: 'Escape' })
  return names
}

it('choice field of a new record offers an empty option only where it can be left out', async () => {
  renderCreate('pricing-rules')
  await screen.findByLabelText(/^Status/, { selector: COMBOBOX })
  expect(optionsOf(/^Status/)).toEqual(['Active', 'Inactive'])
  expect(screen.getByLabelText(/^Status/, { selector: COMBOBOX })).toHaveTextContent('Active')
  expect(optionsOf(/^One way or return/)).toEqual(['None', 'One way', 'Return'])
  expect(screen.getByLabelText(/^One way or return/, { selector: COMBOBOX })).toHaveTextContent('None')
})

it('field of a group has the label of its path', async () => {
  renderCreate('partners')
  expect(await screen.findByLabelText('Credit limit')).toHaveValue('')
  expect(screen.getByLabelText('Commission on add-ons')).not.toBeChecked()
  expect(optionsOf(/^May cancel/)).toContain('May not cancel')
})
