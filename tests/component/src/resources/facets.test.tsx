import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { ListContextProvider, ResourceContextProvider, type ListControllerResult } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import { FilterEditor } from '../../../../src/kit/list/FilterEditor'
import { specOf } from '../../../../src/kit/registry'
import { fieldOf } from '../../../../src/kit/resource'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

it('facets show the number of records beside each value, and "more" when not all were counted', async () => {
  signedIn()
  const { count } = script({
    'GET /customers/facets/': () =>
      answer([
        { value: 'person', count: 10_000, more: true },
        { value: 'company', count: 7, more: false },
      ]),
  })
  const field = fieldOf(specOf('customers'), 'kind')
  if (!field) throw new Error('Customers have a kind.')
  const list = { filterValues: { is_blocked: true }, setFilters: vi.fn() } as unknown as ListControllerResult
  renderInFrame(
    <ResourceContextProvider value="customers">
      <ListContextProvider value={list}>
        <FilterEditor field={field} label="Type" />
      </ListContextProvider>
    </ResourceContextProvider>,
  )
  expect(await screen.findByText('10,000+')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Company', description: '7' })).not.toBeChecked()
  expect(count('/customers/facets/')).toBe(1)
})
