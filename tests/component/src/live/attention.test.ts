import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  DEFAULT_NOTIFICATION_PREFERENCES,
  type NotificationPreferences,
} from '../../../../contract/entities/notification-preferences'
import { drawAttention } from '../../../../src/features/notifications/attention'
import { PREFERENCES_QUERY } from '../../../../src/features/notifications/notificationsApi'
import { toNotification, type LiveNotification } from '../../../../src/providers/live/messages'
import type { Format } from '../../../../src/ui/useFormat'

const format = { t: (key: string) => key, locale: 'en' } as unknown as Format
const navigate = vi.fn()
const markRead = vi.fn()

/** Browser notifications that were shown. */
let shown: FakeNotification[] = []
let tones = 0

class FakeNotification {
  static permission = 'granted'
  onclick: () => void = () => undefined
  close = vi.fn()
  constructor(
    readonly title: string,
    readonly options: { body: string; tag: string },
  ) {
    shown.push(this)
  }
}

/** The part of Web Audio that is needed to count started tones. */
class FakeAudio {
  currentTime = 0
  destination = {}
  close = vi.fn()
  createOscillator() {
    return { frequency: { value: 0 }, connect: (to: unknown) => to, start: () => (tones += 1), stop: vi.fn() }
  }
  createGain() {
    return {
      gain: { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
      connect: (to: unknown) => to,
    }
  }
}

/** Browser locks without a queue: a request while the lock is held gets none. */
function fakeLocks() {
  const held = new Set<string>()
  return {
    request: async (name: string, _: unknown, work: (lock: object | null) => Promise<void>) => {
      if (held.has(name)) return work(null)
      held.add(name)
      await work({}).finally(() => held.delete(name))
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date(2030, 5, 1, 12, 0))
  shown = []
  tones = 0
  FakeNotification.permission = 'granted'
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  vi.spyOn(window, 'focus').mockImplementation(() => undefined)
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
  Reflect.deleteProperty(navigator, 'locks')
})

function message(more: object = {}): LiveNotification {
  const item = toNotification({ id: 7, title: 'B04 is out of service', message: 'Gearbox', ...more })
  if (!item) throw new Error('This is no notification.')
  return item
}

async function receive(preferences: Partial<NotificationPreferences>, item = message()): Promise<void> {
  const client = new QueryClient()
  client.setQueryData(PREFERENCES_QUERY.queryKey, { ...DEFAULT_NOTIFICATION_PREFERENCES, ...preferences })
  await drawAttention(item, { client, format, navigate, markRead })
}

const LOUD = { sound: true, browser: true }
const TONES_OF_ONE = 2

describe('attention for a message', () => {
  it('is drawn only by the means that the user has chosen', async () => {
    await receive({})
    expect([tones, shown]).toEqual([0, []])
    await receive({ sound: true })
    expect([tones, shown.length]).toEqual([TONES_OF_ONE, 0])
    await receive({ browser: true })
    expect([tones, shown.length]).toEqual([TONES_OF_ONE, 1])
    expect(shown[0]).toMatchObject({ title: 'B04 is out of service', options: { body: 'Gearbox', tag: '7' } })
  })

  it('is silent in quiet hours by the clock of the user, also over midnight', async () => {
    const quiet_hours = { from: '22:00', until: '06:00' }
    for (const [hour, minute] of [
      [22, 0],
      [23, 59],
      [0, 0],
      [5, 59],
    ] as const) {
      vi.setSystemTime(new Date(2030, 5, 1, hour, minute))
      await receive({ ...LOUD, quiet_hours })
    }
    expect([tones, shown.length]).toEqual([0, 0])
    vi.setSystemTime(new Date(2030, 5, 1, 6, 0))
    await receive({ ...LOUD, quiet_hours })
    expect([tones, shown.length]).toEqual([TONES_OF_ONE, 1])
  })

  it('sounds once for a burst, and again for a later message', async () => {
    for (let id = 0; id < 20; id += 1) await receive({ sound: true }, message({ id }))
    expect(tones).toBe(TONES_OF_ONE)
    await vi.advanceTimersByTimeAsync(1_500)
    await receive({ sound: true })
    expect(tones).toBe(2 * TONES_OF_ONE)
  })

  it('sounds also in browsers without locks', async () => {
    Reflect.deleteProperty(navigator, 'locks')
    await receive({ sound: true })
    expect(tones).toBe(TONES_OF_ONE)
  })

  it('shows no system notification while the user looks at the console or has not allowed it', async () => {
    vi.mocked(document.hasFocus).mockReturnValue(true)
    await receive({ browser: true })
    vi.mocked(document.hasFocus).mockReturnValue(false)
    FakeNotification.permission = 'denied'
    await receive({ browser: true })
    expect(shown).toEqual([])
  })

  it.each([
    ['/vehicles/7/show', '/vehicles/7/show'],
    ['https://evil.tld', null],
    [null, null],
  ])('by system notification leads from %s to %s, and marks it as read', async (action_url, path) => {
    await receive({ browser: true }, message({ action_url }))
    shown[0]?.onclick()
    expect(markRead).toHaveBeenCalledWith([7])
    expect(navigate.mock.calls).toEqual(path === null ? [] : [[path]])
    expect(shown[0]?.close).toHaveBeenCalled()
  })
})
