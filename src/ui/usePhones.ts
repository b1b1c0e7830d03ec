import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useCompany } from '../providers/data/useCompany'
import { leftToRight } from '../providers/format/bidi'
import { lazyModule } from '../providers/lazyModule'
import { useFormat } from './useFormat'

const NUMBERS = lazyModule(() => import('../providers/format/phoneNumbers'))

function useNumbers() {
  const state = useSyncExternalStore(NUMBERS.subscribe, NUMBERS.get)
  return state && 'value' in state ? state.value : null
}

export interface Phones {
  /** The stored form of what was typed; null for a text that is no number. As `ungrouped` has it until the numbering plans are there. */
  parse: (typed: string) => string | null
  /** The stored form, and what was typed for a text that is no number, so that the refusal stands at its box; null = no number. */
  orTyped: (typed: string) => string | null
  /** A stored number as a box shows it; any other text unchanged. */
  write: (stored: string) => string
  /** A number of the country in national format; null where there is none. */
  example: string | null
}

/** What the server is to read, until the numbering plans are there. */
function ungrouped(typed: string): string | null {
  const plain = typed.replaceAll(/[\s.-]/g, '').replace(/^00/, '+')
  return /^\+\d+$/.test(plain) ? plain : typed.trim() || null
}

/** Phone numbers as people of a country type them. @param country null: with their country codes only */
export function usePhones(country: string | null): Phones {
  const numbers = useNumbers()
  return useMemo(() => {
    const parse = (typed: string) => (numbers ? numbers.parsePhone(typed, country) : ungrouped(typed))
    return {
      parse,
      orTyped: (typed) => parse(typed) ?? (typed.trim() || null),
      write: (stored) => numbers?.formatPhone(stored) ?? stored,
      example: numbers && country ? numbers.exampleOf(country) : null,
    }
  }, [numbers, country])
}

/** Phone numbers, which may be national for the company's country. */
export const useCompanyPhones = (): Phones => usePhones(useCompany()?.country ?? null)

/** Returns what words a stored number for its reader: in international format once the numbering plans are there. */
export function usePhoneText(): (stored: string) => string {
  const numbers = useNumbers()
  const { t, language } = useFormat()
  return useCallback(
    (stored) => {
      const isIsolated = language === 'ae'
      if (!numbers) return isIsolated ? leftToRight(stored) : stored
      return numbers.formatPhone(stored, {
        wordExtension: (digits) => t('app.phone.extension', { digits }),
        isIsolated,
      })
    },
    [numbers, t, language],
  )
}

type Translate = (key: string, values?: Record<string, unknown>) => string

/** What to do about what is no number. */
export const phoneFault = (t: Translate, { example }: Phones): string =>
  example === null ? t('app.validation.phone') : t('app.phone.formHere', { example })
