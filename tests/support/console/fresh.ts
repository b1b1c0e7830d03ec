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
