import { LITTLE_MOTION, setMedia } from '../../../support/console/media'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { List } from '../../../../src/kit/List'
import { NotificationBell } from '../../../../src/features/notifications/NotificationBell'
import { HeaderSearch } from '../../../../src/layout/HeaderSearch'
import { staffSession } from '../../../../src/providers/auth/session'
import { renderInFrame, renderPages, signedIn } from '../../../support/console/frame'
import { ScriptedSocket } from '../../../support/console/scripted-socket'
import { answer, script } from '../../../support/console/session'

const { missing } = vi.hoisted(() => ({
  missing: () => {
    throw new Error('404')
  },
}))
vi.mock('../../../../src/features/search/CommandPalette', missing)
vi.mock('../../../../src/features/shortcuts/ShortcutSheet', missing)
vi.mock('../../../../src/features/notifications/attention', missing)
vi.mock('../../../../src/kit/list/exportList', missing)

const WIDE = '(min-width:768px)'

beforeEach(() => {
  signedIn()
  setMedia(LITTLE_MOTION, true)
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'GET /facets/stations/': () => answer({}),
    'GET /healthz': () => answer(null),
  })
})
afterEach(() => {
  staffSession.clear()
  setMedia(WIDE, false)
  setMedia(LITTLE_MOTION, false)
  vi.unstubAllGlobals()
})

const notice = () => screen.findByRole('alert')

describe('the search whose code could not be fetched', () => {
  const press = (target: Element, key: string) => fireEvent.keyDown(target, { key, code: `Key${key.toUpperCase()}` })
  const open = async () => {
    renderInFrame(
      <>
        <HeaderSearch />
        <input aria-label="City" />
      </>,
    )
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
    expect(await notice()).toHaveTextContent('Part of this page couldn’t be loaded.')
  }

  it('leaves the keys to the form', async () => {
    await open()
    expect(press(screen.getByLabelText('City'), 'L'), 'the default action of the key').toBe(true)
  })

  it('closes on Escape, and is fetched again by its shortcut', async () => {
    await open()
    press(document.body, 'Escape')
    expect(screen.queryByRole('alert')).toBeNull()
    press(document.body, '/')
    expect(await notice()).toBeVisible()
  })

  it('closes for the sheet of shortcuts, which shows the same notice', async () => {
    await open()
    press(document.body, '?')
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    press(document.body, 'Escape')
    expect(screen.queryByRole('alert')).toBeNull()
    press(document.body, '?')
    expect(await notice()).toBeVisible()
  })
})

it('an export whose code could not be fetched shows a notice and ends', async () => {
  setMedia(WIDE, true)
  const getList = () => Promise.resolve({ data: [{ id: 'A1', version: 1, code: 'A1', status: 'active' }], total: 1 })
  const list = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider({ getList: getList as never })}>
        <List resource="stations" />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/stations', element: list }], '/stations')
  const button = await screen.findByRole('button', { name: 'Export' })
  await waitFor(() => expect(button).toBeEnabled())
  fireEvent.click(button)
  expect(await notice()).toHaveTextContent('Part of this page couldn’t be loaded.')
  expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('notifications whose code could not be fetched show one notice', async () => {
  renderInFrame(<NotificationBell />)
  await waitFor(() => expect(ScriptedSocket.alive).toBe(1))
  act(() => ScriptedSocket.last.accept())
  const arrive = (id: number) =>
    act(async () =>
      ScriptedSocket.last.say({
        type: 'new_notification',
        data: {
          id,
          title: 'Delay',
          message: 'A journey is late',
          notification_type: 'info',
          is_read: false,
          read_at: null,
          time_ago: 'now',
          action_url: null,
          created_at: null,
          wording: null,
          group: null,
        },
      }),
    )
  await arrive(1)
  expect(await notice()).toHaveTextContent('Part of this page couldn’t be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await arrive(2)
  expect(screen.queryByRole('alert')).toBeNull()
})
