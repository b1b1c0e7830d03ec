import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staffSession, type StaffUser } from '../../../../src/providers/auth/session'
import { LiveStore } from '../../../../src/providers/live/LiveStore'
import { takeWarnings } from '../../../support/console/complaints'
import { ScriptedSocket } from '../../../support/console/scripted-socket'

const USER: StaffUser = {
  id: '1',
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@example.com',
  is_staff: true,
  role: 'agent',
}

/** Creates an access token with a lifetime of one hour; these tests do not check its signature. */
const token = (name: string) =>
  `${btoa('{}')}.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3_600, name }))}.signature`

let store: LiveStore
let signOff: () => void = () => undefined

/** Advances the timers and settles pending promises. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  ScriptedSocket.install()
  staffSession.start({ tokens: { access: token('first'), refresh: 'r' }, user: USER })
  store = new LiveStore(new QueryClient())
})
afterEach(() => {
  signOff()
  signOff = () => undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

async function connected(): Promise<ScriptedSocket> {
  signOff = store.signOn()
  await pass(1)
  ScriptedSocket.last.accept()
  await pass(50)
  return ScriptedSocket.last
}

const expectWarning = (text: RegExp) =>
  expect(takeWarnings().map(([first]) => String(first))).toEqual([expect.stringMatching(text)])

describe('the live connection', () => {
  it('R-111 R-113 R-128 opens at the host with the encoded token and asks once for the counts', async () => {
    const socket = await connected()
    expect(socket.url).toBe(
      `ws://localhost:8080/ws/notifications/?token=${encodeURIComponent(staffSession.tokens()?.access ?? '')}`,
    )
    expect(socket.sent).toEqual([{ type: 'get_notifications' }, { type: 'get_stats' }])
    store.markRead(['a', 'b'])
    expect(socket.sent.at(-1)).toEqual({ type: 'mark_read', notification_ids: ['a', 'b'] })
  })

  it('R-112 exists once, however often it is started and stopped', async () => {
    store.signOn()()
    await pass(1)
    expect(ScriptedSocket.all).toHaveLength(0)
    const offs = [store.signOn(), store.signOn()]
    signOff = () => offs.forEach((off) => off())
    await pass(1)
    expect(ScriptedSocket.alive).toBe(1)
  })

  it('R-116, R-117, R-122 reconnects after 1, 2, 4, 8 and 16 seconds, and then only on request', async () => {
    const first = await connected()
    first.drop(1006, true)
    for (const [attempt, seconds] of [1, 2, 4, 8, 16].entries()) {
      await pass(seconds * 1_000 - 10)
      expect(ScriptedSocket.all).toHaveLength(attempt + 1)
      await pass(20)
      expect(ScriptedSocket.all).toHaveLength(attempt + 2)
      expect(ScriptedSocket.alive).toBe(1)
      ScriptedSocket.last.drop(1006, true)
    }
    await pass(600_000)
    expect(ScriptedSocket.all).toHaveLength(6)
    expect(store.snapshot().isDown).toBe(true)

    store.refresh()
    await pass(1)
    expect(ScriptedSocket.all).toHaveLength(7)
    ScriptedSocket.last.accept()
    await pass(50)
    expect(store.snapshot().isDown).toBe(false)
  })

  it('R-113, R-118 restarts the sequence of waits once it was open', async () => {
    ;(await connected()).drop(1012)
    await pass(1_010)
    ScriptedSocket.last.drop(1006)
    await pass(2_010)
    ScriptedSocket.last.accept()
    await pass(50)
    ScriptedSocket.last.drop(1006)
    await pass(1_010)
    expect(ScriptedSocket.all).toHaveLength(4)
  })

  it('R-114 stays closed after 1000, also when more time passes', async () => {
    ;(await connected()).drop(1000)
    await pass(120_000)
    expect(ScriptedSocket.all).toHaveLength(1)
    expect(store.snapshot().isDown).toBe(true)
  })

  it.each([1001, 1006, 1008, 1011, 1012, 4000])('R-117, R-134 reconnects after %d', async (code) => {
    ;(await connected()).drop(code)
    await pass(1_010)
    expect(ScriptedSocket.all).toHaveLength(2)
  })

  it('R-119 opens one new socket for an error with its close', async () => {
    ;(await connected()).drop(1006, true)
    await pass(1_500)
    expect(ScriptedSocket.all).toHaveLength(2)
  })

  it('R-120 opens none when the session ends during a wait, and closes an open one with 1000', async () => {
    const socket = await connected()
    socket.drop(1006)
    await pass(500)
    signOff()
    await pass(60_000)
    expect(ScriptedSocket.all).toHaveLength(1)
    const again = await connected()
    signOff()
    expect(again.closedWith).toBe(1000)
    await pass(60_000)
    expect(ScriptedSocket.alive).toBe(0)
  })

  it('R-121 reconnects with the current token, and a renewed token alone closes nothing', async () => {
    const socket = await connected()
    const renewed = token('second')
    staffSession.setTokens({ access: renewed, refresh: 'r' })
    await pass(60_000)
    expect(ScriptedSocket.all).toHaveLength(1)
    socket.drop(1006)
    await pass(1_010)
    expect(ScriptedSocket.last.url).toContain(encodeURIComponent(renewed))
  })

  it('R-122 reconnects when the network is back', async () => {
    ;(await connected()).drop(1006)
    for (const seconds of [1, 2, 4, 8, 16]) {
      await pass(seconds * 1_000 + 10)
      ScriptedSocket.last.drop(1006)
    }
    window.dispatchEvent(new Event('online'))
    await pass(1)
    expect(ScriptedSocket.all).toHaveLength(7)
  })

  it('R-123 logs and ignores a frame that it cannot read', async () => {
    const socket = await connected()
    socket.say('{oops')
    expectWarning(/not understood/)
    socket.say({ type: 'notification_stats', data: { total: 3, unread: 2, read: 1 } })
    await pass(50)
    expect(store.snapshot().stats).toEqual({ total: 3, unread: 2, read: 1 })
  })

  it('R-125 logs an error of the server and applies the answer to what was read', async () => {
    const socket = await connected()
    socket.say({ type: 'error', message: 'No such type.' })
    expectWarning(/error/)
    socket.say({ type: 'mark_read_response' })
    expect(store.snapshot().isDown).toBe(false)
  })

  it('R-127 R-149 only warns when it is not open; reads are shown, and the server decides in the end', async () => {
    const socket = await connected()
    const data = { id: 'a', title: 'x', is_read: false }
    socket.say({ type: 'notifications', data: [data] })
    socket.say({ type: 'notification_stats', data: { total: 1, unread: 1, read: 0 } })
    await pass(50)
    socket.drop(1006)
    expect(store.markRead(['a'])).toBe(false)
    expectWarning(/not open/)
    expect(store.snapshot()).toMatchObject({ items: [{ is_read: true }], stats: { unread: 0 } })
    await pass(1_010)
    ScriptedSocket.last.accept()
    expect(ScriptedSocket.last.sent).toEqual([{ type: 'get_notifications' }, { type: 'get_stats' }])
    ScriptedSocket.last.say({ type: 'notifications', data: [data] })
    ScriptedSocket.last.say({ type: 'notification_stats', data: { total: 1, unread: 1, read: 0 } })
    await pass(50)
    expect(store.snapshot()).toMatchObject({ items: [{ is_read: false }], stats: { unread: 1 } })
  })

  it('R-129 renders a burst of a thousand a few times only', async () => {
    const socket = await connected()
    const drawn = vi.fn()
    store.subscribe(drawn)
    for (let index = 0; index < 1_000; index += 1)
      socket.say({ type: 'new_notification', data: { id: index, title: `Message ${index}` } })
    await pass(50)
    expect(store.snapshot().stats).toEqual({ total: 1_000, unread: 1_000, read: 0 })
    expect(drawn.mock.calls.length).toBeLessThan(5)
  })
})
