import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { DataProviderContext, testDataProvider, useRecordContext } from 'react-admin'
import { expect, it } from 'vitest'
import { GeneratedShow } from '../../../../src/kit/GeneratedShow'
import { specOf } from '../../../../src/kit/registry'
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

it('draws its children below the sections, with the record at hand', async () => {
  signedIn()
  const provider = testDataProvider({
    getOne: (() => Promise.resolve({ data: STATION })) as never,
    getList: () => Promise.resolve({ data: [], total: 0 }),
  })
  const page = (
    <DataProviderContext value={provider}>
      <GeneratedShow spec={specOf('stations')}>
        <ByHand />
      </GeneratedShow>
    </DataProviderContext>
  )
  renderPages([{ path: '/stations/:id/show', element: page }], '/stations/7/show')
  const byHand = await screen.findByText('Written by hand of LCA')
  const section = screen.getByRole('heading', { level: 2, name: 'Name and kind' })
  expect(section.compareDocumentPosition(byHand)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const history = screen.getByRole('heading', { level: 2, name: 'History' })
  expect(byHand.compareDocumentPosition(history)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
