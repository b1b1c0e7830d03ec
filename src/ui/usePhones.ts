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
  /** Returns the stored form; null for an invalid number. Until the numbering plans have loaded, as `ungrouped`. */
  parse: (typed: string) => string | null
  /** Returns the stored form, or an invalid text as typed, so that the field shows the refusal; null when empty. */
  orTyped: (typed: string) => string | null
  /** Formats a stored number for an input; other text is unchanged. */
  write: (stored: string) => string
  /** Example number of the country in national format; null if there is none. */
  example: string | null
}

/** Returns the number for the server to parse, until the numbering plans have loaded. */
function ungrouped(typed: string): string | null {
  const plain = typed.replaceAll(/[\s.-]/g, '').replace(/^00/, '+')
  return /^\+\d+$/.test(plain) ? plain : typed.trim() || null
}

/** Returns functions for phone numbers of a country. @param country null requires the country code */
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

/** Returns functions for phone numbers, which may be national in the company's country. */
export const useCompanyPhones = (): Phones => usePhones(useCompany()?.country ?? null)

/** Returns a function that formats a stored number for the reader, internationally once the numbering plans have loaded. */
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

/** Returns the error text for an invalid number. */
export const phoneFault = (t: Translate, { example }: Phones): string =>
  example === null ? t('app.validation.phone') : t('app.phone.formHere', { example })
