import { randomUUID } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { ACCESS_TOKEN_LIFE_S } from '../../contract/core/limits/token-lifetimes'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from '../http/refusal'

const ISSUER = 'wayline'
const AUDIENCE = 'wayline-staff'
const ALGORITHM = 'HS256'

export interface AccessClaims {
  userId: string
  sessionId: string
}

export function signAccess(key: Uint8Array, { userId, sessionId }: AccessClaims, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ token_type: 'access', sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFE_S)
    .sign(key)
}

interface Known {
  claims: AccessClaims
  /** Seconds since 1970. */
  expires: number
}

const KNOWN_TOKENS = 1_000

/**
 * Returns a reader of the access tokens of one key. It caches tokens with a verified signature, since verifying costs more
 * than the rest of a short answer. The caller checks each time whether the session is still active.
 * @returns rejects with token_expired, or token_invalid for anything else that is wrong with a token
 */
export function accessReader(key: Uint8Array): (token: string, now: Date) => Promise<AccessClaims> {
  // In insertion order, the oldest first.
  const known = new Map<string, Known>()
  return async (token, now) => {
    const found = known.get(token)
    if (found && found.expires * 1000 > now.getTime()) return found.claims
    known.delete(token)
    const checked = await check(key, token, now)
    const [oldest] = known.keys()
    if (known.size >= KNOWN_TOKENS && oldest !== undefined) known.delete(oldest)
    known.set(token, checked)
    return checked.claims
  }
}

async function check(key: Uint8Array, token: string, now: Date): Promise<Known> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['exp', 'sub', 'jti'],
    })
    const { sub, sid, exp, token_type: type } = payload
    if (type !== 'access' || typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined)
      throw new Refusal('token_invalid')
    return { claims: { userId: sub, sessionId: sid }, expires: exp }
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new Refusal('token_expired', sentence`Refresh the session and try again.`)
    throw new Refusal('token_invalid', sentence`Sign in again.`)
  }
}
