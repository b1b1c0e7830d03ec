import type { EventAction } from '../../../contract/core/events'
import { randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import type { RecoveryCodes, SecondFactor, SecondFactorSetup } from '../../../contract/operations/accounts'
import { RECOVERY_CODES, TOTP_SECRET_BYTES } from '../../../contract/core/limits'
import { makeRecoveryCode, plainCode, type AccountSecrets } from '../../adapters/account-secrets'
import { base32, otpauthUri, stepOf } from '../../adapters/totp'
import { audit } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction, type Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import { Refusal, invalid, wrongState } from '../../http/refusal'
import { beginProof } from '../../http/login-throttle'
import { forgetTries } from '../../kernel/login-tries'
import { SLOWED, confirmedAccount } from './login-throttle'
import { endAccess, getAccount, named, type Account } from './repository'
import * as factors from './repository/second-factors'

/** The second step of signing in: codes of an authenticator app, and recovery codes for when it is lost. */
export type SecondFactors = ReturnType<typeof createSecondFactors>

export function createSecondFactors(db: Db, secrets: AccountSecrets) {
  const state = async (userId: string): Promise<SecondFactor> => {
    const factor = await factors.readFactor(db, userId)
    const enabled = factor !== undefined && factor.confirmed_at !== null
    return { enabled, recovery_codes_left: enabled ? await factors.countRecoveryCodes(db, userId) : 0 }
  }

  /** A secret to put into an app. @throws Refusal validation on `password`, invalid_state while one is in use */
  async function begin(password: string, issuer: string, context: Context): Promise<SecondFactorSetup> {
    const account = await confirmedAccount(db, password, 'password', context)
    const bytes = randomBytes(TOTP_SECRET_BYTES)
    const secret = base32(bytes)
    await inTransaction(db, async (tx) => {
      if ((await factors.lockFactor(tx, account.id))?.confirmed_at)
        throw wrongState([{ path: '', message: 'Two-step sign-in is on already. Turn it off to set it up again.' }])
      await factors.proposeFactor(tx, account.id, secrets.seal(bytes.toString('base64')))
    })
    const uri = otpauthUri({ issuer, account: account.username, secret })
    return { secret, uri, qr: rowsOf(uri) }
  }

  /** @throws Refusal validation on `code`, invalid_state where nothing waits for it */
  async function confirm(code: string, context: Context): Promise<RecoveryCodes> {
    const account = await callerOf(context)
    const proof = await beginProof(db, account.id, SLOWED, context)
    const codes = await inTransaction(db, async (tx) => {
      const factor = await factors.lockFactor(tx, account.id)
      if (!factor || factor.confirmed_at !== null)
        throw wrongState([{ path: '', message: 'Nothing is waiting to be confirmed. Start again.' }])
      const step = stepOf(bytesOf(factor.secret), plainCode(code), context.now(), factor.last_step)
      if (step === null) return null
      await factors.noteStep(tx, account.id, step)
      await factors.confirmFactor(tx, account.id, context.now())
      await factors.showFactor(tx, account.id, true)
      await endOthers(tx, account, context)
      await audit(tx, context, { action: 'users.second_factor_on', entity: named(account) })
      return newCodes(tx, account.id)
    })
    if (!codes)
      throw invalid([{ path: 'code', message: 'This is not the code of now. Take the one that the app shows.' }])
    await forgetTries(db, proof)
    return { recovery_codes: codes }
  }

  /** @throws Refusal validation on `password`, invalid_state while it is off */
  async function renewCodes(password: string, context: Context): Promise<RecoveryCodes> {
    const account = await confirmedAccount(db, password, 'password', context)
    return inTransaction(db, async (tx) => {
      if (!(await factors.lockFactor(tx, account.id))?.confirmed_at)
        throw wrongState([{ path: '', message: 'Two-step sign-in is off. Turn it on first.' }])
      await audit(tx, context, { action: 'users.recovery_codes_renewed', entity: named(account) })
      return { recovery_codes: await newCodes(tx, account.id) }
    })
  }

  /** @throws Refusal validation on `password` */
  async function end(password: string, context: Context): Promise<SecondFactor> {
    const account = await confirmedAccount(db, password, 'password', context)
    return takeAway(account, 'users.second_factor_off', context)
  }

  /** For somebody who has lost the device; the own one is turned off with the password. @throws Refusal not_found, invalid_state */
  async function reset(userId: string, context: Context): Promise<SecondFactor> {
    if (userId === context.actor.id)
      throw wrongState([{ path: '', message: 'Turn off your own two-step sign-in on your account page.' }])
    const account = await getAccount(db, userId)
    if (!account) throw new Refusal('not_found', 'This account is not there any more.')
    return takeAway(account, 'users.second_factor_reset', context)
  }

  /** Whoever came in by the old rules signs in by the new ones; only who changes them goes on. */
  const endOthers = (tx: Tx, account: Account, { actor, now }: Context): Promise<void> =>
    endAccess(tx, account.id, { reason: 'second_factor_changed', at: now(), but: actor.sessionId })

  const takeAway = (account: Account, action: EventAction, context: Context): Promise<SecondFactor> =>
    inTransaction(db, async (tx) => {
      await factors.dropFactor(tx, account.id)
      await endOthers(tx, account, context)
      if (await factors.showFactor(tx, account.id, false)) await audit(tx, context, { action, entity: named(account) })
      return { enabled: false, recovery_codes_left: 0 }
    })

  /**
   * The second step of a sign-in whose password was right; an account that has none has passed it.
   */
  async function pass(
    account: Account,
    code: string | undefined,
    context: Context,
  ): Promise<'passed' | 'missing' | 'wrong'> {
    if (!account.mfa_enabled) return 'passed'
    if (code === undefined || code === '') return 'missing'
    const passed = await inTransaction(db, async (tx) => {
      const factor = await factors.lockFactor(tx, account.id)
      // Taken away a moment ago.
      if (!factor?.confirmed_at) return true
      const plain = plainCode(code)
      const step = stepOf(bytesOf(factor.secret), plain, context.now(), factor.last_step)
      if (step !== null) {
        await factors.noteStep(tx, account.id, step)
        return true
      }
      const isRecovery = await factors.takeRecoveryCode(tx, account.id, secrets.hashCode(plain), context.now())
      const action = isRecovery ? 'auth.recovery_code_used' : 'auth.code_refused'
      await audit(tx, context, { action, entity: named(account) })
      return isRecovery
    })
    return passed ? 'passed' : 'wrong'
  }

  async function newCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
    await factors.replaceRecoveryCodes(
      tx,
      userId,
      codes.map((code) => secrets.hashCode(plainCode(code))),
    )
    return codes
  }

  async function callerOf({ actor }: Context): Promise<Account> {
    const account = actor.id === null ? undefined : await getAccount(db, actor.id)
    if (!account) throw new Refusal('not_authenticated')
    return account
  }

  const bytesOf = (sealed: string) => Buffer.from(secrets.unseal(sealed), 'base64')

  return { state, begin, confirm, renewCodes, end, reset, pass }
}

/** A text as a QR code: its rows, `1` for a dark square. */
function rowsOf(text: string): string[] {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  return Array.from({ length: size }, (_, row) =>
    Array.from(data.slice(row * size, (row + 1) * size), (dark) => (dark ? '1' : '0')).join(''),
  )
}
