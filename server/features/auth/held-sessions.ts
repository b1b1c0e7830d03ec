import { SESSION_HELD_MS } from '../../../contract/core/limits/token-lifetimes'
import type { SignalReceiver } from '../../kernel/signals'
import type { findLiveSession } from './repository/sessions'

type Found = ReturnType<typeof findLiveSession>

interface Held {
  found: Found
  /** Milliseconds of the process's monotonic clock. */
  until: number
}

const HELD_MAX = 10_000

/**
 * Caches session look-ups for SESSION_HELD_MS. Every change of an account or end of a session sends a signal: this process
 * clears its cache before the change is answered, others when the signal arrives. A process without a signal connection does
 * not use the cache.
 */
export class HeldSessions {
  readonly #held = new Map<string, Held>()

  /** @param look returns the current session; undefined if it has ended */
  constructor(
    private readonly look: (sessionId: string) => Found,
    private readonly signals: Pick<SignalReceiver, 'isListening' | 'add'>,
  ) {
    const forget = () => this.#held.clear()
    const onSignals: Parameters<typeof signals.add>[0]['received'] = (batch) => {
      if (batch.some(({ kind }) => kind === 'account')) forget()
    }
    signals.add({ onLocalSignals: onSignals, received: onSignals, lost: forget, missed: forget })
  }

  /** Returns the session as of at most SESSION_HELD_MS ago; undefined if it has ended. */
  find(sessionId: string): Found {
    if (!this.signals.isListening) return this.look(sessionId)
    const at = performance.now()
    const known = this.#held.get(sessionId)
    if (known && known.until > at) return known.found
    const found = this.look(sessionId)
    this.#hold(sessionId, { found, until: at + SESSION_HELD_MS })
    return found
  }

  /** Stores the promise, not its result, so that a look-up in progress cannot restore an entry that was cleared. */
  #hold(sessionId: string, held: Held): void {
    if (this.#held.size >= HELD_MAX) this.#held.clear()
    this.#held.set(sessionId, held)
    const forget = () => {
      if (this.#held.get(sessionId) === held) this.#held.delete(sessionId)
    }
    held.found.then((session) => session ?? forget(), forget)
  }
}
