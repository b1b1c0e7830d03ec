import { localStorageStore, type Store } from 'react-admin'
import { STORAGE_KEYS } from './config'
import { staffSession } from './auth/session'
import { i18n } from './i18n/i18n'

/** Raised whenever what lists remember changes its form, so that old filters do not come back. */
const STORE_VERSION = '1'

/** What a sign-out leaves: how the tables are set up, until the server says how the next reader has them. */
const KEPT_AT_SIGN_OUT = /\.(columns|export)$/

const OWNER = 'owner'

/** What lists and the console remember in this browser, of whoever is signed in alone. */
export function openStore(): Store {
  const store = localStorageStore(STORE_VERSION, STORAGE_KEYS.storePrefix)
  const userId = staffSession.user()?.id
  // A session can end while no page is open to forget what it leaves.
  if (userId !== undefined && store.getItem(OWNER) !== userId) {
    forget(store)
    store.setItem(OWNER, userId)
  }
  return store
}

function forget(store: Store): void {
  for (const key of Object.keys(store.listItems?.('') ?? {}))
    if (!KEPT_AT_SIGN_OUT.test(key) && key !== 'locale') store.removeItem(key)
}

/** The same, which knows the reader's language and what a sign-out leaves. */
export function createStore(): Store {
  const store = openStore()
  store.setItem('locale', i18n.language)
  return {
    ...store,
    reset: () => forget(store),
  }
}
