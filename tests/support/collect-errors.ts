import { afterEach, expect } from 'vitest'

/**
 * Collects the errors that callbacks report, and fails the test in which they came at its end. An error thrown inside
 * such a callback would be an unhandled rejection, which ends the run without naming the test.
 * @returns takes an error
 */
export function collectErrors(): (error: unknown) => void {
  const errors: string[] = []
  afterEach(() => expect(errors.splice(0)).toEqual([]))
  return (error) => void errors.push(String(error))
}
