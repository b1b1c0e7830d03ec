import { sentence } from '../../contract/core/sentence'
import { ResourceBusy } from '../kernel/allocations'
import { LOCK_NOT_AVAILABLE } from '../db/unavailable'
import { refuseBusy } from '../http/overrides'
import { Refusal, invalidAt, unknownReference } from '../http/refusal'

interface SqlFailure {
  code?: string
  /** Table of the constraint, which may differ from the table of the record. */
  table?: string
  constraint?: string
  column?: string
}

const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
/** SQLSTATE of PostgreSQL 18 for a deletion that a foreign key restricts. */
const RESTRICT = '23001'
const CHECK = '23514'
const NOT_NULL = '23502'
const EXCLUSION = '23P01'

/** Fields of foreign keys over several columns, where the name of the constraint does not end in a field. */
const FIELDS: Readonly<Record<string, string>> = {
  reservation_legs_board_call_fkey: 'legs',
  reservation_legs_alight_call_fkey: 'legs',
  route_stops_pattern_version_fkey: 'stops',
}

/**
 * Returns the refusal that explains a violated constraint, or undefined for other errors. Constraints are named
 * `<table>_<column>_key`, `_fkey` and `_check`, so that the name gives the field.
 * @param table of the record that is written, for errors that name none
 */
export function refusalOf(error: unknown, table: string): Refusal | undefined {
  if (error instanceof ResourceBusy) return refuseBusy(error)
  const { code, constraint = '', column, table: violated = table } = error as SqlFailure
  const field = fieldOf(constraint, violated)
  switch (code) {
    case UNIQUE:
      return new Refusal('already_exists', sentence`Another record has this value already. Choose another one.`, {
        errors: [
          { pointer: `/${field}`, code: 'already_exists', detail: sentence`Another record has this value already.` },
        ],
      })
    case FOREIGN_KEY:
      return unknownReference(field)
    case CHECK:
      return invalidAt(
        field,
        sentence`This value is not allowed in combination with the other fields. Change one of them.`,
      )
    case NOT_NULL:
      return invalidAt(column ?? '', sentence`Is required.`, 'required')
    case EXCLUSION:
      return constraint === 'resource_allocations_no_overlap'
        ? new Refusal(
            'resource_conflict',
            sentence`The vehicle or person is busy at that time. Choose another one or another time.`,
          )
        : new Refusal('already_exists', sentence`Another record covers part of the same period. Change the dates.`, {
            errors: [
              {
                pointer: '/valid_from',
                code: 'overlap',
                detail: sentence`Another record covers part of the same period.`,
              },
            ],
          })
    case LOCK_NOT_AVAILABLE:
      return new Refusal('unavailable', sentence`Another request is changing this record. Try again.`, {
        retryAfterS: 1,
      })
    default:
      return undefined
  }
}

/** Returns the refusal of a deletion, for a reference that is not among the blockers or was added during the deletion. */
export function refusalOfDeletion(error: unknown): Refusal | undefined {
  const { code } = error as SqlFailure
  return code === FOREIGN_KEY || code === RESTRICT
    ? new Refusal(
        'still_referenced',
        sentence`Other records still use this one. Remove or change them first, or deactivate it instead.`,
      )
    : undefined
}

function fieldOf(constraint: string, table: string): string {
  return FIELDS[constraint] ?? constraint.replace(new RegExp(`^${table}_`), '').replace(/_(key|fkey|check)$/, '')
}
