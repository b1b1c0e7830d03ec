import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { PARTNER_TOKEN_LENGTH_CHARS } from '../../contract/core/limits/token-lifetimes'

/*
 * A partner's token has exactly 40 characters: a prefix for its purpose, random letters and digits, and a checksum of six. A
 * typo is refused without a database query, and scanners for leaked secrets recognize the format.
 */

const PREFIXES = { portal: 'wps_', live: 'tk_live_', test: 'tk_test_' } as const
/** `portal`: a person's session; `live` and `test`: a key of the partner API. */
export type PartnerTokenKind = keyof typeof PREFIXES

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECK_CHARS = 6
/** Bytes from here on are skipped: they would make some letters likelier than others. */
const FAIR_BYTES = 256 - (256 % BASE62.length)
const DRAWN_BYTES = 4096
const FORM = /^(?:wps_[0-9A-Za-z]{36}|tk_(?:live|test)_[0-9A-Za-z]{32})$/

/** Returns the prefix of the keys of an environment. */
export const keyPrefix = (environment: 'live' | 'test'): string => PREFIXES[environment]

/** Returns a new token; its random part has 178 bits for a session, 154 for a key. */
export function makePartnerToken(kind: PartnerTokenKind): string {
  const prefix = PREFIXES[kind]
  const randomChars = PARTNER_TOKEN_LENGTH_CHARS - prefix.length - CHECK_CHARS
  const body = prefix + randomText(randomChars)
  return body + checkOf(body)
}

/** Returns the purpose of a token; null for a malformed one. */
export function partnerTokenKind(token: string): PartnerTokenKind | null {
  if (!FORM.test(token) || checkOf(token.slice(0, -CHECK_CHARS)) !== token.slice(-CHECK_CHARS)) return null
  if (token.startsWith(PREFIXES.portal)) return 'portal'
  return token.startsWith(PREFIXES.live) ? 'live' : 'test'
}

/** Returns what the database stores of a token: SHA-256 in hex. */
export const hashPartnerToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Random bytes are drawn many at a time, since each call of the generator is slow. */
let drawn = Buffer.alloc(0)
let used = 0

function randomText(chars: number): string {
  let text = ''
  while (text.length < chars) {
    if (used === drawn.length) [drawn, used] = [randomBytes(DRAWN_BYTES), 0]
    const byte = drawn[used++] ?? FAIR_BYTES
    if (byte < FAIR_BYTES) text += BASE62[byte % BASE62.length] ?? ''
  }
  return text
}

function checkOf(body: string): string {
  let rest = crc32(body)
  let check = ''
  for (let place = 0; place < CHECK_CHARS; place += 1) {
    check = (BASE62[rest % BASE62.length] ?? '') + check
    rest = Math.floor(rest / BASE62.length)
  }
  return check
}
