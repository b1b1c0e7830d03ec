import { CHANGE_CAUSES, REJECT_REASONS } from '../../contract/core/vocabulary'
import { problemOf, statusOf } from '../providers/http/problem'
import type { Format } from './useFormat'

/** What the server says of a part of the address or of a header is for programs: no reader has written it. */
const OF_PARAMETERS = /^\/(query|path|header)\b/

/** What went wrong and what to do, in the reader's words; the server's own words where it knows more. */
export function problemText(error: unknown, { t, language }: Pick<Format, 't' | 'language'>): string {
  const { code, detail, errors } = problemOf(error)
  if (code) {
    const usual = t(`errors.${code}`, { _: detail ?? code })
    // What is said of seats and jobs fits no vehicle that is hired whole.
    const known = errors?.['hire'] === undefined ? usual : t(`app.problem.hire.${code}`, { _: usual })
    const isForPrograms = code === 'version_mismatch' || (detail !== undefined && OF_PARAMETERS.test(detail))
    return language === 'en' && detail && !isForPrograms ? detail : known
  }
  if (error instanceof Error && error.message.startsWith('app.')) return t(error.message)
  return t(statusOf(error) === 0 ? 'app.problem.offline' : 'errors.internal_error')
}

/** The reason that the desk gave for a hold that was left, when it cancelled those. */
const LEFT_DESK = 'left_desk'

const CAUSES: readonly string[] = CHANGE_CAUSES
const REJECTIONS: readonly string[] = REJECT_REASONS

/** Why something was done: as a person wrote it, or the usual cause that was chosen, in the reader's words. */
export function reasonText(reason: string, t: Format['t']): string {
  if (reason === LEFT_DESK) return t('app.desk.leftDesk')
  const [code = '', ...note] = reason.split(': ')
  const word = CAUSES.includes(code) ? 'changeCauses' : REJECTIONS.includes(code) ? 'rejectReasons' : null
  return word === null ? reason : [t(`choices.${word}.${code}`), ...note].join(': ')
}
