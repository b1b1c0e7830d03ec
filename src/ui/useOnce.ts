import { useRef, useState } from 'react'
import { newKey } from '../providers/http/call'
import { problemOf, statusOf } from '../providers/http/problem'

/** Sends what is asked for under an Idempotency-Key. */
export type Once = <T>(wish: object, send: (key: string) => Promise<T>) => Promise<T>

/**
 * The same wish goes out under the same key and is done once, however often it is sent. A changed one is another wish,
 * but not while nobody knows what became of the one before: it then goes out under that one's key, and the server refuses
 * it where that one was done.
 */
export function useOnce(): Once {
  const [keys] = useState(() => new Map<string, string>())
  const unsettled = useRef<string>(null)
  return async (wish, send) => {
    const text = JSON.stringify(wish)
    const key = keys.get(text) ?? unsettled.current ?? newKey()
    keys.set(text, key)
    unsettled.current = key
    try {
      const answer = await send(key)
      unsettled.current = null
      return answer
    } catch (error) {
      if (isSettled(error)) unsettled.current = null
      throw error
    }
  }
}

/** Whether a refusal says that nothing was done; after no answer, or a failure of the server, it may have been. */
function isSettled(error: unknown): boolean {
  const status = statusOf(error)
  return status >= 400 && status < 500 && problemOf(error).code !== 'idempotency_in_progress'
}
