import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Role } from '../../../../contract/core/vocabulary'
import TillsPage from '../../../../src/resources/tills/TillsPage'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const TILL = {
  id: '3',
  version: 1,
  code: 'W1',
  name: 'Window 1',
  station_id: null,
  currency: 'EUR',
  status: 'active',
  open_user_id: null,
  open_user_name: null,
  open_since: null,
}
const NONE = { sessions: [], has_more: false }

function show(role: Role, tills: () => Response, more: Parameters<typeof script>[0] = {}) {
  const scripted = script({ 'GET /tills/': tills, 'GET /till-sessions/': () => answer(NONE), ...more })
  signedIn({ role })
  renderInFrame(<TillsPage />)
  return scripted
}

it('tills show a notice and send no request without the permission', () => {
  const { calls } = show('viewer', () => answer([]))
  expect(screen.getByRole('alert')).toHaveTextContent('Access denied')
  expect(calls).toEqual([])
})

it('tills page shows that there are none, and offers to add one only with the permission', async () => {
  show('agent', () => answer([]))
  expect(await screen.findByText('No tills yet.')).toBeInTheDocument()
  expect(screen.getByText('A manager adds the tills.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add till' })).toBeNull()
})

it('tills page shows what failed, and reads again', async () => {
  const tills = vi.fn(() => answer({ status: 400, code: 'malformed', title: 'Failed' }, 400))
  show('manager', tills)
  const notice = await screen.findByText('The tills couldn’t be loaded')
  expect(notice).toBeInTheDocument()
  tills.mockImplementation(() => answer([TILL]))
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
  expect(await screen.findByText('Window 1')).toBeInTheDocument()
})

it('till is opened with the counted float, and a retry has the same key', async () => {
  let tries = 0
  const { calls } = show('agent', () => answer([TILL]), {
    'POST /tills/3/open/': () => {
      tries += 1
      if (tries === 1) throw new TypeError('Failed to fetch')
      return answer({ id: '9' }, 201)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('€20.00'), { target: { value: '3' } })
  fireEvent.change(within(dialog).getByLabelText('€0.50'), { target: { value: 'x' } })
  expect(within(dialog).getByRole('button', { name: 'Open' })).toBeDisabled()
  fireEvent.change(within(dialog).getByLabelText('€0.50'), { target: { value: '5' } })
  expect(within(dialog).getByRole('status')).toHaveTextContent('€62.50')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open' }))
  expect(await within(dialog).findByRole('alert')).toBeInTheDocument()
  expect(within(dialog).getByLabelText('€20.00')).toHaveValue('3')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual(
    Array.from({ length: 2 }, () => ({
      pieces: [
        { denomination_minor: 2000, pieces: 3 },
        { denomination_minor: 50, pieces: 5 },
      ],
    })),
  )
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).not.toBeNull()
  expect(new Set(keys).size).toBe(1)
})

it('tills page shows only the tills that are open since an earlier day when the address requests it, and links to all', async () => {
  const opened = (id: string, name: string, open_since: string | null) => ({ ...TILL, id, name, open_since })
  const tills = [
    opened('3', 'Window 1', '2030-05-19T20:00:00Z'),
    opened('4', 'Window 2', '2030-05-20T06:00:00Z'),
    opened('5', 'Window 3', null),
  ]
  script({ 'GET /tills/': () => answer(tills), 'GET /till-sessions/': () => answer(NONE) })
  signedIn({ role: 'manager' })
  renderInFrame(<TillsPage />, '/tills?open_before=2030-05-19T22:00:00Z')
  expect(await screen.findByText('Window 1')).toBeInTheDocument()
  expect(screen.getByText('Tills left open from an earlier day')).toBeInTheDocument()
  expect(screen.queryByText('Window 2')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: 'Show all tills' }))
  expect(await screen.findByText('Window 2')).toBeInTheDocument()
  expect(screen.getByText('Window 3')).toBeInTheDocument()
})
