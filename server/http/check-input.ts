import type { z } from 'zod'
import type { FieldIssue } from '../../contract/core/entity'
import { FIELD_ERRORS_MAX } from '../../contract/core/limits/requests'
import { issueCode } from '../../contract/core/issue-code'
import type { Sentence } from '../../contract/core/sentence'
import { choiceText, issueText, textOfIssue, unknownFieldText } from './issue-text'

export interface InputIssue extends FieldIssue {
  code: string
  message: Sentence
}

type Checked<S extends z.ZodType> = { data: z.output<S>; issues: undefined } | { data: undefined; issues: InputIssue[] }

/**
 * Parses an input by a schema of the contract.
 * @returns the parsed data, or at most `FIELD_ERRORS_MAX` issues in plain English, each at the innermost field
 */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown): Checked<S> {
  const parsed = schema.safeParse(input, { error: issueText, reportInput: true })
  if (parsed.success) return { data: parsed.data, issues: undefined }
  const { issues } = parsed.error
  const found = issues.slice(0, FIELD_ERRORS_MAX).flatMap(issuesOf)
  return { data: undefined, issues: found.slice(0, FIELD_ERRORS_MAX) }
}

type Issue = z.core.$ZodIssue

function issuesOf(issue: Issue): InputIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, FIELD_ERRORS_MAX).map((key, at) => ({
      path: pathOf([...issue.path, key]),
      code: 'unknown_field',
      message: unknownFieldText(issue.keys, at),
    }))
  const closest = issue.code === 'invalid_union' && issue.input !== undefined ? closestForm(issue) : null
  if (closest !== null) return closest.flatMap((inner) => issuesOf({ ...inner, path: [...issue.path, ...inner.path] }))
  return [{ path: pathOf(issue.path), code: codeOf(issue), message: textOfIssue(issue) }]
}

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.')

/** Codes of issues that an absent value causes. */
const ABSENT: readonly string[] = ['invalid_type', 'invalid_value', 'invalid_union']

function codeOf(issue: Issue): string {
  if (ABSENT.includes(issue.code) && issue.input === undefined) return 'required'
  // The field that distinguishes several forms has a closed list of values.
  return issue.code === 'invalid_union' && 'options' in issue ? 'invalid_value' : issueCode(issue)
}

/** Returns the issues of the form that the input was probably meant as; null if it could be several, or has its own message. */
function closestForm({ errors: forms, message }: z.core.$ZodIssueInvalidUnion): Issue[] | null {
  if (forms.length === 0 || message !== String(choiceText(forms))) return null
  const ofType = forms.filter(
    (issues) => !issues.some(({ path, code }) => path.length === 0 && code === 'invalid_type'),
  )
  const named = ofType.filter(
    (issues) => !issues.some(({ path, code }) => path.length <= 1 && code === 'invalid_value'),
  )
  const candidates = named.length > 0 ? named : ofType
  const [first, ...others] = candidates.toSorted((a, b) => countOf(a) - countOf(b))
  if (first === undefined) return null
  const isWhole = candidates.every((issues) =>
    issues.every(({ path, code }) => path.length === 0 && code !== 'unrecognized_keys'),
  )
  return others.length > 0 && isWhole ? null : first
}

/** Number of fields that are wrong. */
const countOf = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
