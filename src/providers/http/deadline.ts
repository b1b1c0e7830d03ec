export interface Deadline {
  signal: AbortSignal
  /** Whether the timeout fired, as opposed to one of the other signals. */
  isOver(): boolean
  /** Releases the timer and the other signals; to be called once the work has settled. */
  release(): void
}

/** Returns a signal that aborts after `milliseconds`, or with the first of `others`. */
export function deadline(milliseconds: number, others: readonly (AbortSignal | null | undefined)[] = []): Deadline {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const followed = others.filter((signal) => signal !== null && signal !== undefined)
  let over = false
  const timer = setTimeout(() => {
    over = true
    stop()
  }, milliseconds)
  for (const signal of followed) {
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
  }
  return {
    signal: controller.signal,
    isOver: () => over,
    release() {
      clearTimeout(timer)
      for (const signal of followed) signal.removeEventListener('abort', stop)
    },
  }
}

/** Waits `milliseconds`, or until the first of `signals` aborts; never rejects. */
export async function pause(milliseconds: number, signals: readonly (AbortSignal | null | undefined)[]): Promise<void> {
  const limit = deadline(milliseconds, signals)
  try {
    if (limit.signal.aborted) return
    await new Promise<void>((resolve) => limit.signal.addEventListener('abort', () => resolve()))
  } finally {
    limit.release()
  }
}
