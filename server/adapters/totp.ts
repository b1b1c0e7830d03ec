// otpauth is one package with one dependency, where otplib 13 is seven packages with the same functions.
import { Secret, TOTP } from 'otpauth'
import { TOTP_DIGITS, TOTP_STEPS_AROUND, TOTP_STEP_S } from '../../contract/core/limits/second-factor'

/** Returns bytes as RFC 4648 base32 without padding, the form in which authenticator apps accept a secret. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

/** Returns the number of a time step: steps since 1970. */
export const stepAt = (at: Date): number => TOTP.counter({ period: TOTP_STEP_S, timestamp: at.getTime() })

/** Returns the code of a step (RFC 6238). */
export const codeOf = (secret: Uint8Array, step: number, digits = TOTP_DIGITS): string =>
  new TOTP({ secret: secretOf(secret), digits, period: TOTP_STEP_S }).generate({ timestamp: step * TOTP_STEP_S * 1000 })

/**
 * Returns the step of a code, among the current one and those around it; null where none matches.
 * @param after last step that was used: steps up to it are refused
 */
export function stepOf(secret: Uint8Array, code: string, at: Date, after: number): number | null {
  // The library throws for characters of several bytes.
  if (!/^[0-9]+$/.test(code)) return null
  const totp = new TOTP({ secret: secretOf(secret), digits: TOTP_DIGITS, period: TOTP_STEP_S })
  const offset = totp.validate({ token: code, timestamp: at.getTime(), window: TOTP_STEPS_AROUND })
  const step = offset === null ? null : stepAt(at) + offset
  return step !== null && step > after ? step : null
}

/** Returns the text of a QR code that gives a secret to an authenticator app. */
export const otpauthUri = ({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string =>
  new TOTP({ issuer, label: account, secret, digits: TOTP_DIGITS, period: TOTP_STEP_S }).toString()

// A view of a larger buffer would otherwise pass as the whole.
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })
