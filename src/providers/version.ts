import { useSyncExternalStore } from 'react'
import { CONSOLE_VERSION_HEADER, CONSOLE_VERSION_META } from '../../contract/core/console-version'

const listeners = new Set<() => void>()
/** Whether the server has a different build of the console than this page. */
let isOutdated = false

/** Compares this page with the build that an answer of the server names. */
export function compareVersion(headers: Headers): void {
  if (isOutdated) return
  const own = document.querySelector<HTMLMetaElement>(`meta[name="${CONSOLE_VERSION_META}"]`)?.content
  const served = headers.get(CONSOLE_VERSION_HEADER)
  if (own === undefined || served === null || served === own) return
  isOutdated = true
  for (const listener of listeners) listener()
}

/** Asks the server for its build of the console when no call is under way. A failed request changes nothing. */
export const askVersion = (): Promise<void> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ headers }) => compareVersion(headers),
    () => undefined,
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a newer version of the console was installed since this page was loaded. */
export const useOutdated = (): boolean => useSyncExternalStore(subscribe, () => isOutdated)
