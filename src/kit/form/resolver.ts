import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { AnyEntity, FieldIssue } from '../../../contract/core/entity'
import type { Format } from '../../ui/useFormat'
import type { AnyField } from '../fields'
import { at } from '../paths'
import { conform } from './conform'
import { issueText } from './issueText'

interface ReassignmentRequest {
  entity: AnyEntity
  mode: 'create' | 'edit'
  fields: readonly AnyField[]
  format: Pick<Format, 't' | 'language'>
}

/** A field that its condition hides holds nothing. */
function withoutHidden(fields: readonly AnyField[], values: FieldValues): FieldValues {
  const hidden = fields.filter(({ when }) => when && !when.in.includes(at(values, when.source)))
  return { ...values, ...Object.fromEntries(hidden.map(({ source }) => [source, null])) }
}

/** The rules across fields suppose sound fields; where one is not, they may not come to an end. */
function crossFieldIssues(entity: AnyEntity, record: FieldValues): FieldIssue[] {
  try {
    return entity.check?.(record) ?? []
  } catch {
    return []
  }
}

/** Checks a form by the contract's schema of its resource, and by the rules across fields. */
export function entityResolver({ entity, mode, fields, format }: ReassignmentRequest): Resolver<FieldValues> {
  const schema = mode === 'create' ? entity.create : entity.update
  return (values, _context, options) => {
    const visible = withoutHidden(fields, values)
    const candidate = conform(schema, visible) as FieldValues
    const parsed = schema.safeParse(candidate)
    const errors: Record<string, FieldError> = {}
    for (const issue of parsed.error?.issues ?? []) {
      const path = issue.path.map(String).join('.') || 'root'
      errors[path] ??= { type: issue.code, message: issueText(issue, at(candidate, path), format) }
    }
    const whole = {
      ...(mode === 'create' ? {} : visible),
      ...(parsed.success ? (parsed.data as FieldValues) : candidate),
    }
    for (const { path, message } of crossFieldIssues(entity, whole)) errors[path] ??= { type: 'custom', message }
    if (Object.keys(errors).length === 0) return { values: whole, errors: {} }
    return { values: {}, errors: toNestErrors(errors, options) }
  }
}
