import '../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  DataProviderContext,
  SimpleShowLayout,
  testDataProvider,
  TextField,
  useRecordContext,
  useRefresh,
} from 'react-admin'
import { expect, it } from 'vitest'
import { CodeField } from '../../../../src/kit/fields/TextFields'
import { RecordAndHistory, Show } from '../../../../src/kit/Show'
import { HttpError } from '../../../../src/providers/http/problem'
import { forgetErrors } from '../../../support/console/complaints'
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

/** Opens the page of the station. @param read answers the reads of the record in turn; the last one answers all further reads */
function renderStation(children: ReactNode, read: (() => Promise<object>)[] = [() => Promise.resolve(STATION)]) {
  signedIn()
  const provider = testDataProvider({
    getOne: (async () => ({ data: await (read.length > 1 ? read.shift() : read[0])?.() })) as never,
    getList: () => Promise.resolve({ data: [], total: 0 }),
  })
  const page = (
    <DataProviderContext value={provider}>
      <Show resource="stations">{children}</Show>
    </DataProviderContext>
  )
  renderPages([{ path: '/stations/:id/show', element: page }], '/stations/7/show')
}

function openPage() {
  renderStation(
    <RecordAndHistory>
      <ByHand />
    </RecordAndHistory>,
  )
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

it('record page takes a layout of react-admin as its content', async () => {
  renderStation(
    <SimpleShowLayout>
      <CodeField source="code" />
      <TextField source="city" />
    </SimpleShowLayout>,
  )
  expect(await screen.findByText('Larnaca')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: /Larnaca Airport/ })).toBeInTheDocument()
  expect(screen.getByText('City')).toBeInTheDocument()
})

const refused = (status: number) => () => Promise.reject(new HttpError('Refused', status))

it.each([
  [404, 'Record not found'],
  [403, 'Access denied'],
])('record page says why the record is not shown when the server answers %i', async (status, title) => {
  renderStation(null, [refused(status)])
  expect(within(await screen.findByRole('alert')).getByText(title)).toBeInTheDocument()
  forgetErrors()
})

it('record page reads the record again when the user retries after a failure', async () => {
  renderStation(<ByHand />, [refused(500), () => Promise.resolve(STATION)])
  fireEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Written by hand of LCA')).toBeInTheDocument()
  forgetErrors()
})

function Refresh() {
  const refresh = useRefresh()
  return <button onClick={refresh}>Refresh</button>
}

it('record page keeps the record when reading it again fails', async () => {
  let hasFailed = false
  const fail = () => {
    hasFailed = true
    return refused(500)()
  }
  renderStation(
    <>
      <ByHand />
      <Refresh />
    </>,
    [() => Promise.resolve(STATION), fail],
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  await expect.poll(() => hasFailed, { timeout: 30_000 }).toBe(true)
  expect(await screen.findByText('Written by hand of LCA')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
  forgetErrors()
})
