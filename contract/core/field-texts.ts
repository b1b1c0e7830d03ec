import { ERRORS, type ErrorCode } from './errors'
import { LINE_BREAK_CODE, PHONE_CODE, TIME_ZONE_CODE } from './issue-code'

/**
 * Dictionary keys of the texts of field errors, by code. Null: the English detail names values that a translated text
 * would have to leave out. Codes of the catalogue of errors that are missing here have the text `errors.<code>`.
 */
export const FIELD_TEXTS = {
  invalid: null,
  state: null,
  limit: null,
  unlikely: null,
  required: 'app.validation.required',
  unknown_field: 'app.validation.custom',
  invalid_type: 'app.validation.custom',
  invalid_value: 'app.validation.choice',
  invalid_format: 'app.validation.format',
  invalid_key: 'app.validation.format',
  invalid_element: 'app.validation.custom',
  invalid_union: 'app.validation.format',
  not_multiple_of: 'app.validation.custom',
  too_small: 'app.validation.custom',
  too_big: 'app.validation.custom',
  custom: 'app.validation.custom',
  format: 'app.validation.format',
  choice: 'app.validation.choice',
  number: 'app.validation.number',
  reference: 'app.validation.reference',
  unknown_reference: 'app.validation.reference',
  not_found: 'app.validation.reference',
  already_exists: 'app.validation.unique',
  credit_limit: 'app.validation.credit',
  [LINE_BREAK_CODE]: 'app.validation.lineBreak',
  [PHONE_CODE]: 'app.validation.phone',
  [TIME_ZONE_CODE]: 'app.validation.timeZone',
  password_common: 'app.validation.passwordCommon',
  password_repeated: 'app.validation.passwordRepeated',
  password_personal: 'app.validation.passwordPersonal',
  password_wrong: 'app.validation.passwordWrong',
  password_same: 'app.validation.passwordSame',
  code_wrong: 'app.validation.codeWrong',
  account_changed: 'app.validation.accountChanged',
  extra_cells: 'app.validation.extraCells',
  exceeds_vehicle: 'app.validation.exceedsVehicle',
  too_many_jobs: 'app.validation.tooManyJobs',
  too_early: 'app.validation.tooEarly',
  has_payments: 'app.validation.hasPayments',
  still_active: 'app.validation.stillActive',
  on_record: 'app.validation.onRecord',
  own_account: 'app.validation.ownAccount',
  already_away: 'app.validation.alreadyAway',
  unstorable: 'app.validation.unstorable',
  not_by_form: 'app.validation.notByForm',
  overlap: 'app.validation.overlap',
  needs_right: 'errors.forbidden',
  transition: 'errors.invalid_state',
  busy: 'errors.resource_conflict',
  no_space: 'errors.sold_out',
} as const satisfies Readonly<Record<string, `app.validation.${string}` | `errors.${ErrorCode}` | null>>

/** Returns the dictionary key of the text of a field error; null for a code whose detail is shown as it is. */
export function fieldTextKey(code: string): string | null {
  if (Object.hasOwn(FIELD_TEXTS, code)) return FIELD_TEXTS[code as keyof typeof FIELD_TEXTS]
  return Object.hasOwn(ERRORS, code) ? `errors.${code}` : null
}
