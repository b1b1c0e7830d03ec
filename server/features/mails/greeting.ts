import type { Language } from '../../../contract/core/languages'
import { mailWords } from '../../documents/mail-words'
import { fill } from '../../documents/words'
import { greetingName } from '../../domain/notifications/greeting-name'

/** Returns the first line of a mail. A name that contains an address is left out, because a caller may have chosen it. */
export function greetingTo(name: string | null, language: Language): string {
  const { greeting, hello } = mailWords(language)
  const safe = name === null ? null : greetingName(name)
  return safe === null ? hello : fill(greeting, { name: safe })
}
