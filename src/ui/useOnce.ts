import { useRef, useState } from 'react'
import { newKey } from '../providers/http/call'
import { isSettled } from '../providers/http/problem'

/** Sends a request with an Idempotency-Key. */
export type Once = <T>(request: object, send: (key: string) => Promise<T>) => Promise<T>

/**
 * Returns a function that sends equal requests with the same key, so that they are executed once. A changed request has a
 * new key, unless the result of the previous one is unknown: it then reuses that key, and the server refuses it if the
 * previous request was executed.
 */
export function useOnce(): Once {
  const [keys] = useState(() => new Map<string, string>())
  const unsettled = useRef<string>(null)
  return async (request, send) => {
    const text = JSON.stringify(request)
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
