import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_HELD_MS } from '../../../../contract/core/limits/token-lifetimes'
import { registerPublisher, publishSignals, type ChannelListener, type Signal } from '../../../../server/db/signals'
import { SignalReceiver } from '../../../../server/kernel/signals'
import { HeldSessions } from '../../../../server/features/auth/held-sessions'

type Session = Awaited<ReturnType<ConstructorParameters<typeof HeldSessions>[0]>>

const MINE: Session = {
  id: 'me',
  username: 'me',
  first_name: null,
  last_name: null,
  role: 'agent',
  must_change_password: false,
}
const ENDED: Signal = { kind: 'account', userId: 'me' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

async function begin() {
  const db = {}
  let channel: ChannelListener | undefined
  registerPublisher(
    db,
    async () => undefined,
    () => undefined,
  )
  const signals = new SignalReceiver({
    db,
    listen: async (_, listener) => {
      channel = listener
      return () => undefined
    },
  })
  const look = vi.fn(async (): Promise<Session> => MINE)
  const held = new HeldSessions(look, signals)
  const stop = await signals.open()
  return { db, held, look, stop, channel: channel as unknown as ChannelListener }
}

it('session cache looks a session up once a second', async () => {
  const { held, look } = await begin()
  for (let call = 0; call < 3; call += 1) expect(await held.find('one')).toBe(MINE)
  await held.find('two')
  expect(look).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(SESSION_HELD_MS)
  await held.find('one')
  expect(look).toHaveBeenCalledTimes(3)
})

it('session cache is cleared by a signal of this process, before it continues, and of others', async () => {
  const { db, held, look, channel } = await begin()
  await held.find('one')
  publishSignals(db, [ENDED])
  look.mockResolvedValueOnce(undefined)
  expect(await held.find('one')).toBeUndefined()
  expect(await held.find('one')).toBe(MINE)
  channel.received(JSON.stringify([ENDED]))
  await held.find('one')
  expect(look).toHaveBeenCalledTimes(4)
})

it('session cache does not store a lookup that was in progress when the session ended', async () => {
  const { db, held, look } = await begin()
  let answer: (session: Session) => void = () => undefined
  look.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const early = held.find('one')
  publishSignals(db, [ENDED])
  answer(MINE)
  expect(await early).toBe(MINE)
  look.mockResolvedValueOnce(undefined)
  expect(await held.find('one')).toBeUndefined()
})

it('session cache stores nothing while signals cannot arrive, nor ended sessions or failed lookups', async () => {
  const { held, look, channel, stop } = await begin()
  const lookups = async (count: number) => {
    look.mockClear()
    for (let call = 0; call < 2; call += 1) await held.find('one').catch(() => undefined)
    expect(look).toHaveBeenCalledTimes(count)
  }
  channel.lost()
  await lookups(2)
  channel.missed()
  await lookups(1)
  channel.lost()
  channel.missed()
  look.mockRejectedValueOnce(new Error('away'))
  await lookups(2)
  stop()
  await lookups(2)
})
