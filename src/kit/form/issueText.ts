import type { z } from 'zod'
import type { Format } from '../../ui/useFormat'

type Issue = z.core.$ZodIssue

/** Zod's own words begin like this; a schema's do not. */
const ZODS_OWN = /^(Invalid|Too (small|big)|Unrecognized|Not a multiple)/

/**
 * What is wrong with a value, in the reader's words. English takes the schema's sentence where it has one; the other
 * languages have a sentence for each kind of fault.
 */
export function issueText(issue: Issue, value: unknown, { t, language }: Pick<Format, 't' | 'language'>): string {
  const own = ZODS_OWN.test(issue.message) ? undefined : issue.message
  const missing = value === null || value === undefined
  if (language === 'en' && own && !missing) return own
  const key = missing ? 'required' : faultOf(issue)
  return key
    ? t(`app.validation.${key}`, key === 'required' ? {} : numbersOf(issue))
    : (own ?? t('app.validation.custom'))
}

function faultOf(issue: Issue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'custom'
    case 'too_small':
      if (issue.origin === 'string') return Number(issue.minimum) <= 1 ? 'required' : 'minChars'
      return issue.origin === 'array' ? (Number(issue.minimum) <= 1 ? 'required' : 'minItems') : 'minValue'
    case 'too_big':
      if (issue.origin === 'string') return 'maxChars'
      return issue.origin === 'array' ? 'maxItems' : 'maxValue'
    case 'invalid_format':
      return issue.format === 'email' ? 'email' : 'format'
    case 'invalid_value':
      return 'choice'
    case 'invalid_union':
    case 'invalid_key':
      return 'format'
    default:
      return null
  }
}

function numbersOf(issue: Issue): Record<string, unknown> {
  if (issue.code === 'too_small') return { min: issue.minimum, smart_count: Number(issue.minimum) }
  if (issue.code === 'too_big') return { max: issue.maximum, smart_count: Number(issue.maximum) }
  return {}
}
