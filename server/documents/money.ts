/** An amount in minor units as a document writes it: in Latin digits, so that it matches references. */
export function moneyText(minor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn' })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
