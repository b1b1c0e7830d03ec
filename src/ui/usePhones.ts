import { useMemo, useSyncExternalStore } from 'react'
import { useCompany } from '../providers/data/useCompany'
import { lazyModule } from '../providers/lazyModule'

const NUMBERS = lazyModule(() => import('../providers/format/phoneNumbers'))

export interface Phones {
  /** E.164 of what was typed; null where it is no number. */
  parse: (typed: string) => string | null
  /** The number as it is kept; as it was typed where it is none, so that the refusal stands at its box; null = no number. */
  orTyped: (typed: string) => string | null
  /** A number of the country as people say it; null where there is none. */
  example: string | null
}

const E164 = /^\+[1-9]\d{5,14}$/

/** A number with its country code, read without the tables of the world. */
function international(typed: string): string | null {
  const plain = typed.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  return E164.test(plain) ? plain : null
}

/** Phone numbers as people of a country say them. @param country null: with their country codes only */
export function usePhones(country: string | null): Phones {
  const state = useSyncExternalStore(NUMBERS.subscribe, NUMBERS.get)
  const numbers = state && 'value' in state ? state.value : null
  return useMemo(() => {
    const parse = (typed: string) => (numbers ? numbers.numberOf(typed, country) : international(typed))
    return {
      parse,
      orTyped: (typed) => parse(typed) ?? (typed.trim() || null),
      example: numbers && country ? numbers.exampleOf(country) : null,
    }
  }, [numbers, country])
}

/** Phone numbers as people of the company's country say them. */
export const useCompanyPhones = (): Phones => usePhones(useCompany()?.country ?? null)

type Translate = (key: string, values?: Record<string, unknown>) => string

/** What to do about what is no number. */
export const phoneFault = (t: Translate, { example }: Phones): string =>
  example === null ? t('app.phone.form') : t('app.phone.formHere', { example })
