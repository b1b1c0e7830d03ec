import { createHash } from 'node:crypto'

/** A hash of 6 characters that distinguishes codes that truncation would make equal. */
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6).toUpperCase()

/** Returns a digest of values to detect changes. The order of keys matters. */
export const fingerprintOf = (values: unknown) =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)

/** Returns the text, truncated with a hash suffix when it is too long. */
export const fit = (text: string, maxChars: number) =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars - 7)}-${shortHash(text)}`

/** Generates unique codes; the same wishes in the same order give the same codes. */
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
   * Returns a free code of capitals, digits and "-", from the first usable wish. When all are taken, it is the last one
   * with `-2`, `-3` … A wish without Latin letters or digits becomes a hash.
   */
  next(requests: readonly string[]): string {
    const candidates = requests.map((request) => this.#codeOf(request)).filter((code) => code !== undefined)
    const base =
      candidates.find((code) => !this.#taken.has(code)) ??
      this.#numbered(candidates.at(-1) ?? shortHash(requests.join('|')))
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

  #codeOf(request: string): string | undefined {
    const latin = request.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
    const code = latin.replace(/[^A-Z0-9]+/g, '-').replace(/^-+|-+$/g, '')
    const hasLost = /[\p{L}\p{N}]/u.test(latin.replace(/[A-Z0-9]/g, ''))
    if (code.length < 2 && !hasLost) return undefined
    return fit(hasLost ? `${code}-${shortHash(request)}`.replace(/^-/, '') : code, this.maxChars)
  }
}
