import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider, useRecordContext } from 'react-admin'
import { expect, it } from 'vitest'
import { RecordAndHistory, Show } from '../../../../src/kit/Show'
import { renderPages, signedIn } from '../../../support/console/frame'

const STATION = {
  id: '7',
  version: 1,
  code: 'LCA',
  name: { en: 'Larnaca Airport' },
  city: 'Larnaca',
  country: 'CY',
  status: 'active',
  timezone: 'Asia/Nicosia',
}

function ByHand() {
  return <p>{`Written by hand of ${String(useRecordContext()?.['code'])}`}</p>
}

function openPage() {
  signedIn()
  const provider = testDataProvider({
    getOne: (() => Promise.resolve({ data: STATION })) as never,
    getList: () => Promise.resolve({ data: [], total: 0 }),
  })
  const page = (
    <DataProviderContext value={provider}>
      <Show resource="stations">
        <RecordAndHistory>
          <ByHand />
        </RecordAndHistory>
      </Show>
    </DataProviderContext>
  )
  renderPages([{ path: '/stations/:id/show', element: page }], '/stations/7/show')
  return screen.findByText('Written by hand of LCA')
}

it('record page shows its summary, then its custom part and the history, then all other fields collapsed', async () => {
  const byHand = await openPage()
  const following = (before: Node, after: Node) =>
    expect(before.compareDocumentPosition(after)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  // The name and the status are in the heading and are not repeated in the details.
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Code', 'Time zone'])
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['LCA', 'Asia/Nicosia'])
  const history = screen.getByRole('heading', { level: 2, name: 'History' })
  following(screen.getByText('Asia/Nicosia'), byHand)
  following(byHand, history)
  following(history, screen.getByText('All details'))
})

it('record page keeps every field in a section that is collapsed until the user expands it', async () => {
  await openPage()
  const details = screen.getByText('All details').closest('details') as HTMLDetailsElement
  expect(details.open).toBe(false)
  expect(screen.queryByRole('heading', { name: 'Location' })).toBeNull()
  details.open = true
  expect(await screen.findByRole('heading', { level: 2, name: 'Location' })).toBeInTheDocument()
  // Empty fields are omitted, and so are sections without any value.
  expect(within(details).getByText('Cyprus')).toBeInTheDocument()
  expect(within(details).queryByText('Address')).toBeNull()
  expect(within(details).queryByRole('heading', { name: 'Links to other systems' })).toBeNull()
})
