import { getExampleNumber, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'

/*
 * The numbers of the world, by Google's tables: fetched where somebody types a number. What is typed with its country
 * code is asked for its length alone, for the tables lag behind what companies hand out.
 */

/** @param country ISO 3166-1 alpha-2, whose numbers need no country code. @returns E.164; null where it is no number */
export function numberOf(typed: string, country: string | null): string | null {
  const defaultCountry = (country ?? undefined) as CountryCode | undefined
  const number = parsePhoneNumberFromString(typed.replace(/^\s*00/, '+'), {
    extract: false,
    ...(defaultCountry && { defaultCountry }),
  })
  if (!number) return null
  const isNumber = /^\s*(\+|00)/.test(typed) ? number.isPossible() : number.isValid()
  return isNumber ? number.number : null
}

/** A mobile number as people of a country say it; null where the tables have none. */
export const exampleOf = (country: string): string | null =>
  getExampleNumber(country as CountryCode, examples)?.formatNational() ?? null
