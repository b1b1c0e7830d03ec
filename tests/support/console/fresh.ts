import { __unsafe_useEmotionCache as useStyles } from '@emotion/react'
import { renderHook } from '@testing-library/react'
import { vi } from 'vitest'

/*
 * The files of a worker share the loaded libraries, which are slow to load. Timers, globals, modules and storage are reset for
 * each file.
 */
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
window.localStorage.clear()
window.sessionStorage.clear()
window.history.replaceState(null, '', '/')

/* Visibility checks evaluate every style rule of the page, so the rules of earlier files would slow down each later file. */
const styles = renderHook(useStyles).result.current
if (styles) {
  styles.sheet.flush()
  styles.inserted = {}
  styles.registered = {}
}
for (const left of document.querySelectorAll('style')) left.remove()
