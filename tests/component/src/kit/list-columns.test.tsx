import { setMedia } from '../../../support/console/media'
import { screen } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider, useRecordContext } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { List, ListRows } from '../../../../src/kit/List'
import { Column } from '../../../../src/kit/list/Column'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const WIDE = '(min-width:768px)'
const STATION = { id: '7', version: 1, code: 'LCA', name: { en: 'Larnaca' }, city: 'Larnaca', status: 'active' }

beforeEach(() => {
  signedIn()
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'GET /facets/stations/': () => answer({}),
  })
})
afterEach(() => {
  setMedia(WIDE, false)
  vi.unstubAllGlobals()
})

const Quoted = ({ source }: { source: string }) => `„${String(useRecordContext()?.[source])}“`

/** Opens a list whose code and city have columns of their own. @param columns the columns that the user chose */
function open(columns: string[]) {
  const provider = testDataProvider({ getList: (() => Promise.resolve({ data: [STATION], total: 1 })) as never })
  const element = (
    <StoreContextProvider value={memoryStore({ 'stations.columns': columns })}>
      <DataProviderContext value={provider}>
        <List resource="stations">
          <ListRows>
            <Column source="code" className="numeric">
              <Quoted source="code" />
            </Column>
            <Column source="city">
              <Quoted source="city" />
            </Column>
          </ListRows>
        </List>
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/stations', element }], '/stations')
}

it('list shows a column of its own in the place of the generated one, if the user chose that column', async () => {
  setMedia(WIDE, true)
  open(['name', 'code', 'status'])
  expect(await screen.findByRole('cell', { name: '„LCA“' })).toHaveClass('numeric')
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  expect(heads).toEqual(['', 'Name', 'Status', 'Code', 'Actions'])
  expect(screen.getByRole('link', { name: 'Larnaca' })).toHaveAttribute('href', '/stations/7/show')
  expect(screen.queryByText('„Larnaca“')).toBeNull()
})

it('list shows the content of a column of its own on the cards of a phone', async () => {
  open(['name', 'code', 'status'])
  expect(await screen.findByText('„LCA“')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Larnaca' })).toHaveAttribute('href', '/stations/7/show')
})
