/* Days, times and amounts for documents and messages, in Latin digits, so that they match plates and references. */

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** Caches formats: creating one takes many times as long as using it. */
function format(timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([timeZone, locale, options])
  const made =
    dateFormats.get(name) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone, numberingSystem: 'latn' })
  dateFormats.set(name, made)
  return made
}

/** `Monday, 20 May 2030` */
export const dayOf = (instant: string, timeZone: string, locale: string): string =>
  format(timeZone, locale, { dateStyle: 'full' }).format(new Date(instant))

/** `20 May 2030` */
export const shortDayOf = (instant: string, timeZone: string, locale: string): string =>
  format(timeZone, locale, { dateStyle: 'medium' }).format(new Date(instant))

/** `14:05` */
export const timeOf = (instant: string, timeZone: string, locale: string): string =>
  format(timeZone, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant))

/** `14:05 GMT+3`: for readers who may not know the local time zone */
export const zonedTimeOf = (instant: string, timeZone: string, locale: string): string =>
  format(timeZone, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' }).format(
    new Date(instant),
  )

/** `14:05, Mon 3 Aug` */
export const departureOf = (instant: string, timeZone: string, locale: string): string =>
  [
    timeOf(instant, timeZone, locale),
    format(timeZone, locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(instant)),
  ].join(', ')

/** @param minor amount in the smallest unit of the currency */
export function moneyOf(minor: number, currency: string, locale: string): string {
  const name = `${locale} ${currency}`
  const amount =
    moneyFormats.get(name) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn' })
  moneyFormats.set(name, amount)
  return amount.format(minor / 10 ** (amount.resolvedOptions().maximumFractionDigits ?? 2))
}
