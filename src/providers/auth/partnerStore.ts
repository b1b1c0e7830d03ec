import { STORAGE_KEYS } from '../config'
import { isPartnerToken, partnerSession } from './session'
import { isObject, storage } from '../storage'
import { toPartner, toPartnerUser, type Partner, type PartnerUser } from './partnerIdentity'

export type PartnerState =
  | { status: 'loading' }
  | { status: 'unauthenticated' }
  | { status: 'authenticated'; user: PartnerUser; partner: Partner }

const KEYS: readonly string[] = [STORAGE_KEYS.partnerUser, STORAGE_KEYS.partner, STORAGE_KEYS.partnerToken]

const listeners = new Set<() => void>()
let state: PartnerState = { status: 'loading' }

function become(next: PartnerState): void {
  state = next
  for (const listener of listeners) listener()
}

window.addEventListener('storage', (event) => {
  if (event.key === null || KEYS.includes(event.key)) partnerStore.restore()
})

/** The session of a partner's person, as this browser keeps it: user, partner and token, all three or none. */
export const partnerStore = {
  state: (): PartnerState => state,
  /** Reads what this browser keeps; anything missing, corrupt or of the wrong length discards the whole session. */
  restore(): void {
    const token = storage.get(STORAGE_KEYS.partnerToken)
    const user = toPartnerUser(storage.json(STORAGE_KEYS.partnerUser))
    const partner = toPartner(storage.json(STORAGE_KEYS.partner))
    if (isPartnerToken(token) && user && partner) return become({ status: 'authenticated', user, partner })
    if (KEYS.some((key) => storage.get(key) !== null)) partnerSession.clear()
    become({ status: 'unauthenticated' })
  },
  /** @throws where the answer of a sign-in is not whole; then nothing is stored. */
  start(answer: unknown): void {
    const { token, user, partner } = isObject(answer) ? answer : {}
    const [person, company] = [toPartnerUser(user), toPartner(partner)]
    if (!isPartnerToken(token) || !person || !company) throw new Error('app.partner.login.incomplete')
    storage.set(STORAGE_KEYS.partnerUser, JSON.stringify(person))
    storage.set(STORAGE_KEYS.partner, JSON.stringify(company))
    partnerSession.setToken(token)
    become({ status: 'authenticated', user: person, partner: company })
  },
  end(): void {
    partnerSession.clear()
    become({ status: 'unauthenticated' })
  },
  /** Nobody looks any more: what the browser keeps is read anew by whoever looks next. */
  forget(): void {
    state = { status: 'loading' }
  },
  /** Calls back when somebody signs in or out, in this tab or in another. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
