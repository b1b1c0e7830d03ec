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
    return language === 'en' && detail && !OF_PARAMETERS.test(detail) ? detail : known
  }
  if (error instanceof Error && error.message.startsWith('app.')) return t(error.message)
  return t(statusOf(error) === 0 ? 'app.problem.offline' : 'errors.internal_error')
}
