import { getExampleNumber, type CountryCode } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'

// The numbering plans of all countries, loaded when a number is entered or shown.
export { formatPhone, parsePhone } from '../../../contract/core/phone'

/** Returns a mobile number of a country in national format; null if the numbering plans have none. */
export const exampleOf = (country: string): string | null =>
  getExampleNumber(country as CountryCode, examples)?.formatNational() ?? null
