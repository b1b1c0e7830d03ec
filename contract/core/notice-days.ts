const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * What a message says of a booking without a departure is its day: `2026-12-11` → `11 Dec 2026`. Anything else, the code
 * of a journey above all, stays as it is.
 * @param locale for Intl
 */
export const dayInWords = (value: string, locale: string): string =>
  ISO_DAY.test(value)
    ? new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
        numberingSystem: 'latn',
      }).format(new Date(`${value}T00:00:00Z`))
    : value
