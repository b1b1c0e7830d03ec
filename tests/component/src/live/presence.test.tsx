import '../../../support/console/media'
import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PresenceBar } from '../../../../src/kit/PresenceBar'
import { liveFrame, signInHere } from '../../../support/console/live'
import { ScriptedSocket } from '../../../support/console/scripted-socket'

vi.mock('../../../../contract/core/limits/live', async (original) => ({
  ...(await original<object>()),
  LIVE_RECONNECT_BASE_MS: 1,
}))

const STATION = { resource: 'stations', id: '0190a000-0000-7000-8000-000000000001' } as const
const [ANA, BO] = [
  { id: '2', name: 'Ana Ruiz', is_editing: true },
  { id: '3', name: 'Bo Lee', is_editing: false },
]

beforeEach(() => {
  ScriptedSocket.install()
  signInHere()
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

const announced = () => document.querySelector('[aria-live=polite]')?.textContent
const said = () =>
  ScriptedSocket.last.sent.filter((message) => (message as { type: string }).type === 'open_record') as object[]

test('presence names the other users who have the record open, and reports the open record to the server', async () => {
  const { Frame } = await liveFrame()
  const view = (shown: boolean) => (shown ? <PresenceBar {...STATION} isEditing /> : null)
  const { rerender } = render(view(true), { wrapper: Frame })
  await waitFor(() => expect(ScriptedSocket.alive).toBe(1))
  act(() => ScriptedSocket.last.accept())
  await waitFor(() => expect(said()).toEqual([{ type: 'open_record', record: { ...STATION, is_editing: true } }]))
  expect(announced()).toBe('')
  const hear = (people: object[], id: string = STATION.id) =>
    act(() => ScriptedSocket.last.say({ type: 'record_readers', data: { ...STATION, id, people } }))
  hear([BO], '0190a000-0000-7000-8000-000000000002')
  expect(announced()).toBe('')
  hear([ANA, BO])
  expect(announced()).toContain('Ana Ruiz is also editing · Bo Lee is viewing this')
  hear([ANA, { ...BO, is_editing: true }])
  expect(announced()).toContain('Ana Ruiz and Bo Lee are also editing')

  rerender(view(false))
  await waitFor(() => expect(said().at(-1)).toEqual({ type: 'open_record', record: null }))
})

test('presence is empty while the connection is lost, and reports the open record on the next one', async () => {
  const { Frame } = await liveFrame()
  render(<PresenceBar {...STATION} />, { wrapper: Frame })
  await waitFor(() => expect(ScriptedSocket.alive).toBe(1))
  const first = ScriptedSocket.last
  act(() => first.accept())
  await waitFor(() => expect(said()).toHaveLength(1))
  act(() => first.say({ type: 'record_readers', data: { ...STATION, people: [ANA] } }))
  expect(announced()).toContain('Ana Ruiz is also editing')
  act(() => first.drop(1006))
  expect(announced()).toBe('')
  await waitFor(() => expect(ScriptedSocket.last).not.toBe(first))
  act(() => ScriptedSocket.last.accept())
  await waitFor(() => expect(said()).toEqual([{ type: 'open_record', record: { ...STATION, is_editing: false } }]))
})
