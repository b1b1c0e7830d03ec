import { afterEach, expect } from 'vitest'

/**
 * Collects the errors that callbacks report, and fails the current test at its end if there are any. An error thrown inside
 * a callback would be an unhandled rejection, which stops the run without naming the test.
 * @returns a function that records an error
 */
export function collectErrors(): (error: unknown) => void {
  const errors: string[] = []
  afterEach(() => expect(errors.splice(0)).toEqual([]))
  return (error) => void errors.push(String(error))
}
