import type { QueryClient } from '@tanstack/react-query'
import { isQuiet } from '../../../contract/entities/notification-preferences'
import { DATA_FRESHNESS_S } from '../../../contract/core/limits/console'
import type { LiveNotification } from '../../providers/live/messages'
import type { Format } from '../../ui/useFormat'
import { actionPath } from './useOpenNotification'
import { notificationText } from './notificationText'
import { PREFERENCES_QUERY } from './notificationsApi'

/** Milliseconds in which a burst of notifications plays one tone. */
const BURST_MS = 1_500
const TONES_HZ = [880, 1_174]
const TONE_S = 0.12
const VOLUME = 0.08

interface AttentionDeps {
  client: QueryClient
  format: Format
  navigate: (path: string) => void
  markRead: (ids: LiveNotification['id'][]) => unknown
}

/**
 * Announces a notification as the user has chosen: a tone, and a browser notification while the page has no focus. Of
 * several open consoles only one plays the tone, and the browser shows the same message once.
 * @throws HttpError when the preferences cannot be read
 */
export async function drawAttention(item: LiveNotification, deps: AttentionDeps): Promise<void> {
  const preferences = await deps.client.fetchQuery({ ...PREFERENCES_QUERY, staleTime: DATA_FRESHNESS_S })
  if (isQuiet(preferences, clockTime(new Date()))) return
  if (preferences.sound) void once(playTones)
  if (preferences.browser && !document.hasFocus() && 'Notification' in window && Notification.permission === 'granted')
    showBrowserNotification(item, deps)
}

function showBrowserNotification(item: LiveNotification, { format, navigate, markRead }: AttentionDeps): void {
  const { title, message } = notificationText(item, format)
  const shown = new Notification(title, { body: message, tag: item.group ?? String(item.id) })
  shown.onclick = () => {
    const path = actionPath(item.action_url)
    window.focus()
    shown.close()
    markRead([item.id])
    if (path !== null) navigate(path)
  }
}

const clockTime = (now: Date) =>
  [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')

/** Runs the work in one of the open consoles, once per burst. Without locks (plain HTTP) each console runs it. */
async function once(work: () => void): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('wayline-tone', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    work()
    await new Promise((resolve) => setTimeout(resolve, BURST_MS))
  })
}

function playTones(): void {
  const context = new AudioContext()
  TONES_HZ.forEach((frequency, index) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()]
    const starts = context.currentTime + index * TONE_S
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(VOLUME, starts)
    volume.gain.exponentialRampToValueAtTime(VOLUME / 100, starts + TONE_S)
    tone.connect(volume).connect(context.destination)
    tone.start(starts)
    tone.stop(starts + TONE_S)
    if (index === TONES_HZ.length - 1) tone.onended = () => void context.close()
  })
}
