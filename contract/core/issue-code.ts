import type { z } from 'zod'

/** Code of the field error of a text that has to be on one line. */
export const LINE_BREAK_CODE = 'line_break'

/** Code of the field error of a text that is no phone number. */
export const PHONE_CODE = 'phone'

/** Code of the field error of a text that names no time zone. */
export const TIME_ZONE_CODE = 'time_zone'

/** The code of a field error: what a schema says of its own rule, else the kind of issue. */
export function issueCode(issue: z.core.$ZodIssue): string {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return typeof code === 'string' ? code : issue.code
}
