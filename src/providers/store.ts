import { localStorageStore, memoryStore, type Store } from 'react-admin'
import { STORAGE_KEYS } from './config'
import { staffSession } from './auth/session'
import { i18n } from './i18n/i18n'

/** Raised whenever the stored list state changes its format, so that old filters are discarded. */
const STORE_VERSION = '1'

/** Keys that survive a sign-out: table settings, used until the server sends those of the next user. */
const STAYS_AFTER_SIGN_OUT = /\.(columns|export)$/

const OWNER = 'owner'

/** Key of react-admin's theme, `light` or `dark`. */
export const THEME_KEY = 'theme'

/** Opens the browser store of lists and console, for the signed-in user only. */
export function openStore(): Store {
  const store = localStorageStore(STORE_VERSION, STORAGE_KEYS.storePrefix)
  const userId = staffSession.user()?.id
  // A session can end while no page is open to clear its data.
  if (userId !== undefined && store.getItem(OWNER) !== userId) {
    forget(store)
    store.setItem(OWNER, userId)
  }
  return store
}

function forget(store: Store): void {
  for (const key of Object.keys(store.listItems?.('') ?? {}))
    if (!STAYS_AFTER_SIGN_OUT.test(key) && key !== 'locale') store.removeItem(key)
}

/**
 * Opens the store with the reader's language and colours; its reset keeps what survives a sign-out. The theme is not stored
 * in the browser, where the settings store it.
 */
export function createStore(scheme: 'light' | 'dark'): Store {
  const store = openStore()
  store.setItem('locale', i18n.language)
  const themes = memoryStore({ [THEME_KEY]: scheme })
  themes.setup()
  const storeOf = (key: string) => (key === THEME_KEY ? themes : store)
  return {
    ...store,
    getItem: (key, fallback) => storeOf(key).getItem(key, fallback),
    setItem: (key, value) => storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
    reset: () => forget(store),
  }
}
