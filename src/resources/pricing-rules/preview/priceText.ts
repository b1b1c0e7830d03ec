import { minorToInput } from '../../../providers/format/money'

/** A change with its sign, a true minus before less: `+1.50`, `−0.75`. */
export function changeText(minor: number, currency: string, locale: string): string {
  const size = minorToInput(Math.abs(minor), currency, locale)
  return minor < 0 ? `−${size}` : `+${size}`
}
