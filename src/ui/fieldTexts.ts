import type { Format } from './useFormat'

/** Error codes of the server, as keys of the localized messages. */
const SERVER_CODES: Record<string, string> = {
  required: 'required',
  invalid_format: 'format',
  invalid_value: 'choice',
  invalid_type: 'custom',
  already_exists: 'unique',
  unique: 'unique',
  not_found: 'reference',
  unknown_reference: 'reference',
  format: 'format',
  choice: 'choice',
  number: 'number',
  reference: 'reference',
  custom: 'custom',
  too_small: 'custom',
  too_big: 'custom',
  credit_limit: 'credit',
  line_break: 'lineBreak',
  time_zone: 'timeZone',
  phone: 'phone',
  password_common: 'passwordCommon',
  password_repeated: 'passwordRepeated',
  password_personal: 'passwordPersonal',
  password_wrong: 'passwordWrong',
  password_same: 'passwordSame',
  code_wrong: 'codeWrong',
  account_changed: 'accountChanged',
  extra_cells: 'extraCells',
  exceeds_vehicle: 'exceedsVehicle',
  too_many_jobs: 'tooManyJobs',
}

/** Returns a field error in the reader's language; the server's text in English, and for codes without a translation. */
export function serverFieldText(code: string, detail: string, { t, language }: Pick<Format, 't' | 'language'>): string {
  const key = SERVER_CODES[code]
  return language === 'en' || !key ? detail : t(`app.validation.${key}`)
}

/** Returns the message of a field error; undefined without one. */
export const messageOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined)
