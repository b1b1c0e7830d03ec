import { createHash } from 'node:crypto'

/** Fits in 6 characters of a code and tells apart what cutting would make equal. */
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6).toUpperCase()

/** A digest of values, to see whether they have changed since. Key order counts. */
export const fingerprintOf = (values: unknown) =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)

/** The text itself, or as much of it as fits with a hash that keeps it apart from others with the same start. */
export const fit = (text: string, maxChars: number) =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars - 7)}-${shortHash(text)}`

/** Hands out codes that nothing else has; the same wishes in the same order get the same codes. */
export class Codes {
  readonly #taken: Set<string>

  /** @param taken codes of records that exist already. */
  constructor(
    taken: Iterable<string>,
    private readonly maxChars: number,
  ) {
    this.#taken = new Set(taken)
  }

  /**
   * A free code made of the first wish that makes one, of capitals, digits and "-". Where all are taken, the last wish
   * with `-2`, `-3` … A wish without any Latin letter or digit becomes a hash.
   */
  next(wishes: readonly string[]): string {
    const candidates = wishes.map((wish) => this.#codeOf(wish)).filter((code) => code !== undefined)
    const base =
      candidates.find((code) => !this.#taken.has(code)) ??
      this.#numbered(candidates.at(-1) ?? shortHash(wishes.join('|')))
    this.#taken.add(base)
    return base
  }

  #numbered(base: string): string {
    if (!this.#taken.has(base)) return base
    for (let n = 2; ; n += 1) {
      const suffix = `-${n}`
      const code = base.slice(0, this.maxChars - suffix.length) + suffix
      if (!this.#taken.has(code)) return code
    }
  }

  #codeOf(wish: string): string | undefined {
    const latin = wish.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
    const code = latin.replace(/[^A-Z0-9]+/g, '-').replace(/^-+|-+$/g, '')
    const hasLost = /[\p{L}\p{N}]/u.test(latin.replace(/[A-Z0-9]/g, ''))
    if (code.length < 2 && !hasLost) return undefined
    return fit(hasLost ? `${code}-${shortHash(wish)}`.replace(/^-/, '') : code, this.maxChars)
  }
}
