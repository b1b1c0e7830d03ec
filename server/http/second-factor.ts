import { randomBytes } from 'node:crypto'
import QRCode from 'qrcode'
import type { EventAction } from '../../contract/core/events'
import {
  RECOVERY_CODES,
  TOTP_SECRET_BYTES,
  TOTP_SETUP_LIFE_S,
  TOTP_STEP_S,
  TOTP_STEPS_AROUND,
} from '../../contract/core/limits/second-factor'
import type { RecoveryCodes, SecondFactor, SecondFactorSetup } from '../../contract/operations/accounts'
import { sentence, type Text } from '../../contract/core/sentence'
import { makeRecoveryCode, plainCode, type AccountSecrets } from '../adapters/account-secrets'
import { base32, otpauthUri, stepAt, stepOf } from '../adapters/totp'
import type { Db } from '../db/database'
import { inTransaction, type Tx } from '../db/transaction'
import { audit } from '../kernel/audit'
import { deleteFailures } from '../kernel/sign-in-attempts'
import * as factors from '../kernel/second-factors'
import type { Context } from '../kernel/context'
import { beginProof } from './credential-attempt'
import { changeOnce } from './idempotency'
import { Refusal, invalid, wrongState } from './refusal'

interface Owner {
  id: string
  mfa_enabled: boolean
}

/** Owners of second factors, which differ between staff and people of partners. */
export interface Owners<O extends Owner> {
  kind: factors.FactorKind
  /** @throws Refusal not_authenticated or token_invalid */
  caller: (context: Context) => Promise<O>
  /** Returns the caller, confirmed by the password. @throws Refusal validation on `password`, too_many_requests */
  confirmed: (password: string, context: Context) => Promise<O>
  find: (id: string) => Promise<O | undefined>
  /** Locks the account; false if its password or its second factor has changed since it was read. */
  lockUnchanged: (tx: Tx, owner: O) => Promise<boolean>
  /** The account name that an authenticator app shows in addition to the company. */
  nameOf: (owner: O) => string
  /** Reference to the account in the history. */
  named: (owner: O) => { type: string; id: string; label: string }
  endSessions: (tx: Tx, owner: O, ending: { reason: string; at: Date; but: string | null }) => Promise<void>
  /** Text of the refusal after too many failed attempts. */
  slowed: Text
  actions: Record<'on' | 'off' | 'reset' | 'codesRenewed' | 'codeUsed' | 'codeRefused', EventAction>
}

/** The second factor at sign-in: codes of an authenticator app, and recovery codes in case the device is lost. */
export type SecondFactors<O extends Owner> = ReturnType<typeof createSecondFactors<O>>

export function createSecondFactors<O extends Owner>(db: Db, secrets: AccountSecrets, owners: Owners<O>) {
  const { kind, actions, named } = owners

  const state = async (ownerId: string): Promise<SecondFactor> => {
    const factor = await factors.readFactor(db, kind, ownerId)
    const enabled = factor !== undefined && factor.confirmed_at !== null
    return { enabled, recovery_codes_left: enabled ? await factors.countRecoveryCodes(db, kind, ownerId) : 0 }
  }

  /**
   * Returns a secret for an authenticator app. An unconfirmed secret is returned again as long as it is fresh, so that a
   * set-up in another window stays valid.
   * @throws Refusal validation on `password`, invalid_state if one is in use
   */
  async function begin(password: string, issuer: string, context: Context): Promise<SecondFactorSetup> {
    const owner = await owners.confirmed(password, context)
    // The first code may be of a step before the current one.
    const step = stepAt(context.now()) - TOTP_STEPS_AROUND - 1
    const bytes = await inTransaction(db, async (tx) => {
      await refuseOverruled(tx, owner, 'password')
      const proposed = await factors.lockFactor(tx, kind, owner.id)
      if (proposed?.confirmed_at)
        throw wrongState([
          { path: '', message: sentence`Two-step sign-in is on already. Turn it off to set it up again.` },
        ])
      if (proposed && step - proposed.last_step <= TOTP_SETUP_LIFE_S / TOTP_STEP_S) return bytesOf(proposed.secret)
      const drawn = randomBytes(TOTP_SECRET_BYTES)
      await factors.proposeFactor(tx, kind, owner.id, secrets.seal(drawn.toString('base64')), step)
      return drawn
    })
    const secret = base32(bytes)
    const uri = otpauthUri({ issuer, account: owners.nameOf(owner), secret })
    return { secret, uri, qr: rowsOf(uri) }
  }

  /** Confirms the proposed secret. @throws Refusal validation on `code`, invalid_state if no secret is proposed */
  async function confirm(code: string, context: Context): Promise<RecoveryCodes> {
    const owner = await owners.caller(context)
    const proof = await beginProof(db, owner.id, owners.slowed, context)
    const codes = await inTransaction(db, async (tx) => {
      await refuseOverruled(tx, owner, 'code')
      const factor = await factors.lockFactor(tx, kind, owner.id)
      if (factor && factor.confirmed_at !== null)
        throw wrongState([
          { path: '', message: sentence`Two-step sign-in is on already. Use the recovery codes shown then.` },
        ])
      if (!factor) throw wrongState([{ path: '', message: sentence`There is nothing to confirm. Start again.` }])
      const step = stepOf(bytesOf(factor.secret), plainCode(code), context.now(), factor.last_step)
      if (step === null) return null
      await factors.noteStep(tx, kind, owner.id, step)
      await factors.confirmFactor(tx, kind, owner.id, context.now())
      await factors.showFactor(tx, kind, owner.id, true)
      await endOthers(tx, owner, context)
      await audit(tx, context, { action: actions.on, entity: named(owner) })
      return newCodes(tx, owner.id)
    }).catch(async (error: unknown) => {
      // A refusal means that no code was checked, so the attempt does not count.
      if (error instanceof Refusal) await proof.withdraw()
      throw error
    })
    if (!codes)
      throw invalid(
        [{ path: 'code', message: sentence`This is not the current code. Enter the 6 digits that the app shows now.` }],
        'code_wrong',
      )
    await deleteFailures(db, proof)
    return { recovery_codes: codes }
  }

  /** Replaces the recovery codes. @throws Refusal validation on `password`, invalid_state while it is off */
  async function renewCodes(password: string, context: Context): Promise<RecoveryCodes> {
    const owner = await owners.confirmed(password, context)
    return inTransaction(db, async (tx) => {
      await refuseOverruled(tx, owner, 'password')
      if (!(await factors.lockFactor(tx, kind, owner.id))?.confirmed_at)
        throw wrongState([{ path: '', message: sentence`Two-step sign-in is off. Turn it on first.` }])
      await audit(tx, context, { action: actions.codesRenewed, entity: named(owner) })
      return { recovery_codes: await newCodes(tx, owner.id) }
    })
  }

  /** Turns the caller's second factor off. @throws Refusal validation on `password` */
  async function end(password: string, context: Context): Promise<SecondFactor> {
    const owner = await owners.confirmed(password, context)
    return changeOnce(db, context, async (tx) => {
      await refuseOverruled(tx, owner, 'password')
      return remove(tx, owner, actions.off, context)
    })
  }

  /** Removes the second factor of someone who has lost the device. @throws Refusal not_found, invalid_state for oneself */
  async function reset(ownerId: string, context: Context): Promise<SecondFactor> {
    if (ownerId === context.actor.id)
      throw wrongState([{ path: '', message: sentence`Turn off your own two-step sign-in on your account page.` }])
    const owner = await owners.find(ownerId)
    const gone = new Refusal('not_found', sentence`This account no longer exists.`)
    if (!owner) throw gone
    return changeOnce(db, context, async (tx) => {
      if (!(await factors.lockAccount(tx, kind, owner.id))) throw gone
      return remove(tx, owner, actions.reset, context)
    })
  }

  /** Ends the other sessions, which began under the old rules; the session of the change continues. */
  const endOthers = (tx: Tx, owner: O, { actor, now }: Context): Promise<void> =>
    owners.endSessions(tx, owner, { reason: 'second_factor_changed', at: now(), but: actor.sessionId })

  /** Locks the account; refuses if it changed since the password was checked. @throws Refusal validation */
  async function refuseOverruled(tx: Tx, owner: O, path: string): Promise<void> {
    if (await owners.lockUnchanged(tx, owner)) return
    throw invalid([{ path, message: sentence`The account has just been changed. Sign in again.` }], 'account_changed')
  }

  /** Removes the second factor of a locked account. If it was off, this only discards an unconfirmed set-up. */
  async function remove(tx: Tx, owner: O, action: EventAction, context: Context): Promise<SecondFactor> {
    const wasOn = await factors.showFactor(tx, kind, owner.id, false)
    await factors.dropFactor(tx, kind, owner.id)
    if (wasOn) {
      await endOthers(tx, owner, context)
      await audit(tx, context, { action, entity: named(owner) })
    }
    return { enabled: false, recovery_codes_left: 0 }
  }

  /** Checks the second factor of a sign-in with a correct password. Accounts without one pass. */
  async function pass(owner: O, code: string | undefined, context: Context): Promise<'passed' | 'missing' | 'wrong'> {
    if (!owner.mfa_enabled) return 'passed'
    if (code === undefined || code === '') return 'missing'
    const passed = await inTransaction(db, async (tx) => {
      const factor = await factors.lockFactor(tx, kind, owner.id)
      const plain = plainCode(code)
      // A code never matches if the confirmed secret is missing; a reset repairs this.
      const step = factor?.confirmed_at ? stepOf(bytesOf(factor.secret), plain, context.now(), factor.last_step) : null
      if (step !== null) {
        await factors.noteStep(tx, kind, owner.id, step)
        return true
      }
      const recovery = { hash: secrets.hashCode(plain), at: context.now() }
      const isRecovery = await factors.takeRecoveryCode(tx, kind, owner.id, recovery)
      await audit(tx, context, { action: isRecovery ? actions.codeUsed : actions.codeRefused, entity: named(owner) })
      return isRecovery
    })
    return passed ? 'passed' : 'wrong'
  }

  async function newCodes(tx: Tx, ownerId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
    const hashes = codes.map((code) => secrets.hashCode(plainCode(code)))
    await factors.replaceRecoveryCodes(tx, kind, ownerId, hashes)
    return codes
  }

  const bytesOf = (sealed: string) => Buffer.from(secrets.unseal(sealed), 'base64')

  return { state, begin, confirm, renewCodes, end, reset, pass }
}

/** Returns the rows of a text as a QR code; `1` is a dark square. */
function rowsOf(text: string): string[] {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  return Array.from({ length: size }, (_, row) =>
    Array.from(data.slice(row * size, (row + 1) * size), (dark) => (dark ? '1' : '0')).join(''),
  )
}
