const BASIS = 10_000

/**
 * Returns `a * b / c` of whole numbers, rounded half away from zero. A product beyond the safe integers is calculated as
 * a BigInt.
 * @throws RangeError if the result is not a safe integer
 */
export function multiplyDivide(a: number, b: number, c: number): number {
  const product = a * b
  if (!Number.isSafeInteger(product)) return bigQuotient(BigInt(a) * BigInt(b), BigInt(c))
  const rest = product % c
  const whole = (product - rest) / c
  return Math.abs(rest) * 2 >= Math.abs(c) ? whole + Math.sign(rest) * Math.sign(c) : whole + 0
}

function bigQuotient(numerator: bigint, denominator: bigint): number {
  const size = (value: bigint) => (value < 0n ? -value : value)
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n
  const [n, d] = [size(numerator), size(denominator)]
  return safe(Number(sign * ((2n * n + d) / (2n * d))))
}

/** Returns a share of an amount. @param bp basis points */
export const shareOf = (amount: number, bp: number): number => multiplyDivide(amount, bp, BASIS)

/** Splits an amount in proportion to whole-number weights, equally if all are 0. The parts add up to the amount. */
export function partsOf(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  if (all === 0)
    return weights.length === 0
      ? []
      : partsOf(
          amount,
          weights.map(() => 1),
        )
  let [weighed, given] = [0, 0]
  return weights.map((weight) => {
    weighed += weight
    const part = multiplyDivide(amount, weighed, all) - given
    given += part
    return part
  })
}

/** Returns the tax included in a gross amount. @param bp tax rate, basis points */
export const taxWithin = (gross: number, bp: number): number => multiplyDivide(gross, bp, BASIS + bp)

/** Rounds an amount to the nearest multiple of an increment. */
export const roundTo = (amount: number, increment: number): number =>
  safe(multiplyDivide(amount, 1, increment) * increment)

/** Returns the amount. @throws RangeError if it is not a safe integer, because no price may be inexact */
export function safe(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError('The price is too large to be worked out exactly.')
  return amount
}
