import { randomUUID } from 'node:crypto'
import { SignJWT, errors, jwtVerify } from 'jose'
import { ACCESS_TOKEN_LIFE_S } from '../../contract/limits'
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

/** @throws Refusal token_expired, or token_invalid for anything else that is wrong with it. */
export async function readAccess(key: Uint8Array, token: string, now: Date): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['exp', 'sub', 'jti'],
    })
    const { sub, sid, token_type: type } = payload
    if (type !== 'access' || typeof sub !== 'string' || typeof sid !== 'string') throw new Refusal('token_invalid')
    return { userId: sub, sessionId: sid }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Refusal('token_expired', 'Refresh the session and try again.')
    throw new Refusal('token_invalid', 'Sign in again.')
  }
}
