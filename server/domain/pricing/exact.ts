const BASIS = 10_000

/**
 * `a * b / c` on whole numbers, rounded half away from zero. Exact: a product that a number cannot hold is worked out
 * as a big integer.
 * @throws RangeError where the result is no safe integer
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

/** A share of an amount in basis points. */
export const shareOf = (amount: number, bp: number): number => multiplyDivide(amount, bp, BASIS)

/** An amount cut into parts as heavy as the weights (whole numbers), which add up to it; into equal ones where nothing weighs. */
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

/** The tax that a price contains. */
export const taxWithin = (gross: number, bp: number): number => multiplyDivide(gross, bp, BASIS + bp)

/** The nearest multiple of an increment. */
export const roundTo = (amount: number, increment: number): number =>
  safe(multiplyDivide(amount, 1, increment) * increment)

/** @throws RangeError for an amount that a number does not hold exactly: no price is made of it */
export function safe(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new RangeError('The price is too large to be worked out exactly.')
  return amount
}
