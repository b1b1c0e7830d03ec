import { __unsafe_useEmotionCache as useStyles } from '@emotion/react'
import { renderHook } from '@testing-library/react'
import { vi } from 'vitest'

/*
 * What libraries keep is shared by the files that a worker runs, for it is them that take long to load. Nothing else is:
 * each file begins with timers, stores and modules of its own.
 */
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
window.localStorage.clear()
window.sessionStorage.clear()
window.history.replaceState(null, '', '/')

/*
 * Whatever asks if something is visible goes through every rule on the page: those of the files before would make each
 * file slower than the one before it.
 */
const styles = renderHook(useStyles).result.current
if (styles) {
  styles.sheet.flush()
  styles.inserted = {}
  styles.registered = {}
}
for (const left of document.querySelectorAll('style')) left.remove()
