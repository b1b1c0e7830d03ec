import { vi, type MockInstance } from 'vitest'

let spies: { error: MockInstance; warn: MockInstance } | null = null

/** Listens to what is written to the browser's log from now on. */
export function hearComplaints(): void {
  spies = { error: vi.spyOn(console, 'error'), warn: vi.spyOn(console, 'warn') }
}

/** What was written to the browser's log and nobody has asked for. */
export const complaints = (): unknown[][] => [...(spies?.error.mock.calls ?? []), ...(spies?.warn.mock.calls ?? [])]

/** The warnings that a test waits for; they are no complaints any more. */
export function takeWarnings(): unknown[][] {
  const calls = [...(spies?.warn.mock.calls ?? [])]
  spies?.warn.mockClear()
  return calls
}

/** Forgets the errors that a test brings about itself. */
export const forgetErrors = (): void => void spies?.error.mockClear()
