import { createHash } from 'node:crypto'

const TWO_32 = 2 ** 32

/**
 * Random generator with the same output for the same key on every machine. Each object of the demo has a key of its own, so
 * that a change of one does not alter the others.
 */
export class Chance {
  #a: number
  #b: number
  #c: number
  #count = 1

  constructor(key: string) {
    const seed = createHash('sha256').update(key).digest()
    this.#a = seed.readInt32LE(0)
    this.#b = seed.readInt32LE(4)
    this.#c = seed.readInt32LE(8)
  }

  /** Returns a number from 0 up to but not including 1 (the generator sfc32). */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return (sum >>> 0) / TWO_32
  }

  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** Returns true in this share of the cases, 0 to 1. */
  is(share: number): boolean {
    return this.next() < share
  }

  /** Returns one of the values. @throws RangeError for an empty list. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.int(0, values.length - 1)]
    if (value === undefined) throw new RangeError('There is nothing to pick from.')
    return value
  }

  /** Returns one of the values, with a frequency in proportion to its weight. */
  weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of choices) {
      left -= weight
      if (left < 0) return value
    }
    return this.pick(choices)[0]
  }

  /** Returns digits as text, including leading zeros. */
  digits(count: number): string {
    return Array.from({ length: count }, () => this.int(0, 9)).join('')
  }

  /** Returns characters of the alphabet as text. */
  text(alphabet: string, count: number): string {
    return Array.from({ length: count }, () => alphabet[this.int(0, alphabet.length - 1)]).join('')
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.int(0, 255))
  }
}

/** Returns a record id that is derived from its key (UUID version 8), the same at every fill. */
export function idOf(...key: (string | number)[]): string {
  const hex = createHash('sha256').update(key.join(':')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
