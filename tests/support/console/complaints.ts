import { vi, type MockInstance } from 'vitest'

let spies: { error: MockInstance; warn: MockInstance } | null = null

/** Starts recording the errors and warnings in the browser's log. */
export function hearComplaints(): void {
  spies = { error: vi.spyOn(console, 'error'), warn: vi.spyOn(console, 'warn') }
}

/** Returns the recorded errors and warnings that no test has taken. */
export const complaints = (): unknown[][] => [...(spies?.error.mock.calls ?? []), ...(spies?.warn.mock.calls ?? [])]

/** Returns the expected warnings and removes them from the record. */
export function takeWarnings(): unknown[][] {
  const calls = [...(spies?.warn.mock.calls ?? [])]
  spies?.warn.mockClear()
  return calls
}

/** Discards errors that a test causes on purpose. */
export const forgetErrors = (): void => void spies?.error.mockClear()
