import type { ErrorCode } from '../../contract/core/errors'
import { CHANGE_CAUSES, REJECT_REASONS } from '../../contract/core/vocabulary'
import { problemOf, statusOf } from '../providers/http/problem'
import { isReadable } from './fieldTexts'
import type { Format } from './useFormat'

/** Server texts about path, query or header are for programs, since users do not write them. */
const OF_PARAMETERS = /^\/(query|path|header)\b/

/** Codes with a detail about headers of the request. */
const FOR_PROGRAMS: ReadonlySet<ErrorCode> = new Set(['version_mismatch', 'outcome_unknown'])

/** Returns a localized text of what failed and what to do; the server's text if that is more specific. */
export function problemText(error: unknown, { t, language }: Pick<Format, 't' | 'language'>): string {
  const { code, detail, errors, writtenIn = null } = problemOf(error)
  if (code) {
    const usual = t(`errors.${code}`, { _: detail ?? code })
    // Texts about seats and assigned journeys do not fit a vehicle on private hire.
    const known = errors?.['hire'] === undefined ? usual : t(`app.problem.hire.${code}`, { _: usual })
    const isForPrograms = FOR_PROGRAMS.has(code) || (detail !== undefined && OF_PARAMETERS.test(detail))
    return isReadable(writtenIn, language) && detail && !isForPrograms ? detail : known
  }
  if (error instanceof Error && error.message.startsWith('app.')) return t(error.message)
  // An answer that is no problem, such as that of a proxy, has no request number.
  return t(statusOf(error) === 0 ? 'app.problem.offline' : 'app.problem.unexplained')
}

/** Reason that the desk once stored for a cancelled hold after the page was left. */
const LEFT_DESK = 'left_desk'

const CAUSES: readonly string[] = CHANGE_CAUSES
const REJECTIONS: readonly string[] = REJECT_REASONS

/** Returns the reason of an action in the reader's language: free text, or a predefined cause. */
export function reasonText(reason: string, t: Format['t']): string {
  if (reason === LEFT_DESK) return t('app.desk.leftDesk')
  const [code = '', ...note] = reason.split(': ')
  const word = CAUSES.includes(code) ? 'changeCauses' : REJECTIONS.includes(code) ? 'rejectReasons' : null
  return word === null ? reason : [t(`choices.${word}.${code}`), ...note].join(': ')
}
