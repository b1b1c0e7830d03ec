import { SESSION_HELD_MS } from '../../../contract/core/limits'
import type { SignalReceiver } from '../../kernel/signals'
import type { findLiveSession } from './repository/sessions'

type Found = ReturnType<typeof findLiveSession>

interface Held {
  found: Found
  /** By the clock of the process, in milliseconds. */
  until: number
}

const HELD_MAX = 10_000

/**
 * Sessions as they were looked up within the last second, so that one look-up serves the calls that follow it. Whatever
 * changes an account or ends a session says so: this process has forgotten all it holds before that is answered, others
 * as soon as they hear of it. While they would not hear of it, every call looks up its own.
 */
export class HeldSessions {
  readonly #held = new Map<string, Held>()

  /** @param look the session as it is now; undefined where it has ended */
  constructor(
    private readonly look: (sessionId: string) => Found,
    private readonly signals: Pick<SignalReceiver, 'isHearing' | 'add'>,
  ) {
    const forget = () => this.#held.clear()
    const hear: Parameters<typeof signals.add>[0]['heard'] = (told) => {
      if (told.some(({ kind }) => kind === 'account')) forget()
    }
    signals.add({ toldHere: hear, heard: hear, lost: forget, missed: forget })
  }

  /** @returns the session as it was within the last second; undefined where it has ended */
  find(sessionId: string): Found {
    if (!this.signals.isHearing) return this.look(sessionId)
    const at = performance.now()
    const known = this.#held.get(sessionId)
    if (known && known.until > at) return known.found
    const found = this.look(sessionId)
    this.#hold(sessionId, { found, until: at + SESSION_HELD_MS })
    return found
  }

  /** The question is held, not its answer: what is forgotten while it is under way does not come back with it. */
  #hold(sessionId: string, held: Held): void {
    if (this.#held.size >= HELD_MAX) this.#held.clear()
    this.#held.set(sessionId, held)
    const forget = () => {
      if (this.#held.get(sessionId) === held) this.#held.delete(sessionId)
    }
    held.found.then((session) => session ?? forget(), forget)
  }
}
