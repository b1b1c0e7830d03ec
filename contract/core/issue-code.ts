import type { z } from 'zod'

/** Field error code of a text that must be on one line. */
export const LINE_BREAK_CODE = 'line_break'

/** Field error code of a text that is not a phone number. */
export const PHONE_CODE = 'phone'

/** Field error code of a text that is not a time zone. */
export const TIME_ZONE_CODE = 'time_zone'

/** Returns the code of a field error: the code that a schema gives its own rule, else the code of the Zod issue. */
export function issueCode(issue: z.core.$ZodIssue): string {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' ? code : issue.code
}
