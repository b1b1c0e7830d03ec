import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { AnyEntity, FieldIssue } from '../../../contract/core/entity'
import { LINE_BREAK_CODE, PHONE_CODE, TIME_ZONE_CODE, issueCode } from '../../../contract/core/issue-code'
import type { Format } from '../../ui/useFormat'
import type { AnyField } from '../fieldList'
import { at } from '../paths'
import { conform } from './conform'

interface ResolverOptions {
  entity: AnyEntity
  mode: 'create' | 'edit'
  /** Stored record; undefined for a new one. */
  record?: FieldValues | undefined
  fields: readonly AnyField[]
  format: Pick<Format, 't' | 'language'>
}

/** Returns the values with null for the fields that their condition hides. */
function withoutHidden(fields: readonly AnyField[], values: FieldValues): FieldValues {
  const hidden = fields.filter(({ when }) => when && !when.in.includes(at(values, when.source)))
  return { ...values, ...Object.fromEntries(hidden.map(({ source }) => [source, null])) }
}

/** Returns no issues when a check throws, because the rules across fields assume valid fields. */
function crossFieldIssues(entity: AnyEntity, record: FieldValues): FieldIssue[] {
  try {
    return entity.check?.(record) ?? []
  } catch {
    return []
  }
}

/** Validates a form by the contract's schema of its resource and its rules across fields. */
export function entityResolver({ entity, mode, record, fields, format }: ResolverOptions): Resolver<FieldValues> {
  const schema = mode === 'create' ? entity.create : entity.update
  return (values, _context, options) => {
    const visible = withoutHidden(fields, values)
    const candidate = conform(schema, visible) as FieldValues
    const parsed = schema.safeParse(candidate)
    const errors: Record<string, FieldError> = {}
    for (const issue of parsed.error?.issues ?? []) {
      const path = issue.path.map(String).join('.') || 'root'
      if (isOlderThanRule(issue, at(candidate, path), record && at(record, path))) continue
      errors[path] ??= { type: issue.code, message: issueText(issue, at(candidate, path), format) }
    }
    const whole = {
      ...(mode === 'create' ? {} : visible),
      ...(parsed.success ? (parsed.data as FieldValues) : candidate),
    }
    for (const { path, message } of crossFieldIssues(entity, whole))
      errors[path] ??= { type: 'custom', message: String(message) }
    if (Object.keys(errors).length === 0) return { values: whole, errors: {} }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}

type Issue = z.core.$ZodIssue

/** Rules that were added later, so that stored texts may violate them. */
const LATER_RULES: readonly string[] = [LINE_BREAK_CODE, PHONE_CODE]
/** Whether the violating text is the stored one, which the form does not send. */
const isOlderThanRule = (issue: Issue, value: unknown, stored: unknown): boolean =>
  LATER_RULES.includes(issueCode(issue)) && value === stored

/** Matches the default messages of Zod, which those of a schema do not begin with. */
const DEFAULT_MESSAGE = /^(Invalid|Too (small|big)|Unrecognized|Not a multiple)/

/**
 * Returns the message of an issue in the reader's language: in English that of the schema if it has one, else one for
 * each kind of issue.
 */
export function issueText(issue: Issue, value: unknown, { t, language }: Pick<Format, 't' | 'language'>): string {
  const own = DEFAULT_MESSAGE.test(issue.message) ? undefined : issue.message
  const missing = value === null || value === undefined
  if (language === 'en' && own && !missing) return own
  const key = missing ? 'required' : faultOf(issue)
  return key
    ? t(`app.validation.${key}`, key === 'required' ? {} : numbersOf(issue))
    : (own ?? t('app.validation.custom'))
}

/** Translation keys of rules with a code of their own. */
const RULE_FAULTS: Readonly<Record<string, string>> = {
  [LINE_BREAK_CODE]: 'lineBreak',
  [PHONE_CODE]: 'phone',
  [TIME_ZONE_CODE]: 'timeZone',
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
    case 'custom':
      return RULE_FAULTS[issueCode(issue)] ?? null
    default:
      return null
  }
}

function numbersOf(issue: Issue): Record<string, unknown> {
  if (issue.code === 'too_small') return { min: issue.minimum, smart_count: Number(issue.minimum) }
  if (issue.code === 'too_big') return { max: issue.maximum, smart_count: Number(issue.maximum) }
  return {}
}
