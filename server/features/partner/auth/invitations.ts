import { uuidv7 } from 'uuidv7'
import {
  InvitationToken,
  type AcceptInvitationBody,
  type InvitationInfo,
  type PartnerSignIn,
} from '../../../../contract/partner/auth'
import { sentence } from '../../../../contract/core/sentence'
import { hashPartnerToken } from '../../../adapters/partner-tokens'
import { hashPassword } from '../../../adapters/passwords'
import { audit } from '../../../kernel/audit'
import { findPasswordWeakness } from '../../../kernel/chosen-password'
import type { Db } from '../../../db/database'
import { inTransaction } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { bounded } from '../../../http/credential-attempt'
import { Refusal } from '../../../http/refusal'
import { weakPasswordAt } from '../../../http/weak-password'
import * as portal from './repository'
import { begin, identityOf, noteUnknownLink, refuseSuspended } from './sessions'

const UNKNOWN = () =>
  new Refusal(
    'invitation_unknown',
    sentence`This invitation was not found. The link may be incomplete, or replaced by a newer one. Check for a newer email, or ask for a new invitation.`,
  )

/** Creates the service for recipients of invitations. */
export function createInvitationService(db: Db) {
  /** @throws Refusal invitation_unknown, _used, _expired, _revoked, partner_suspended, too_many_requests */
  async function read(token: string, context: Context): Promise<InvitationInfo> {
    const { email, role, trading_name, legal_name, expires_at } = await open(token, context)
    return { email, role, partner_name: trading_name ?? legal_name, expires_at }
  }

  /**
   * Accepts an invitation once: creates the person, marks the invitation and signs in, in one transaction.
   * @throws Refusal as in `read`, already_exists, validation on `password`
   */
  async function accept(
    token: string,
    body: AcceptInvitationBody,
    userAgent: string | null,
    context: Context,
  ): Promise<PartnerSignIn> {
    const { email: address, legal_name, trading_name } = await open(token, context)
    const names = [address, body.first_name, body.last_name, legal_name, trading_name]
    const weakness = await findPasswordWeakness(db, body.password, names)
    if (weakness) throw weakPasswordAt('password', weakness)
    const password_hash = await bounded(hashPassword(body.password))
    return inTransaction(db, async (tx) => {
      const at = context.now()
      const invitation = usable(await portal.lockInvitation(tx, hashPartnerToken(token)), at)
      const { email, role, partner_id } = invitation
      const { first_name, last_name } = body
      const id = uuidv7()
      const isNew = await portal.insertMember(tx, { id, partner_id, email, role, first_name, last_name, password_hash })
      if (!isNew)
        throw new Refusal('already_exists', sentence`This address has an account already. Sign in with it instead.`)
      await portal.markAccepted(tx, invitation.id, at)
      const member = await portal.getMember(tx, id)
      if (!member) throw UNKNOWN()
      const actor = { ...context.actor, kind: 'partner' as const, id, name: email }
      await audit(
        tx,
        { ...context, actor },
        {
          action: 'partner_invitation.accepted',
          entity: { type: 'partner_invitations', id: invitation.id, label: email },
        },
      )
      return { token: await begin(tx, member, userAgent, context), ...identityOf(member) }
    })
  }

  async function open(token: string, context: Context): Promise<portal.Invitation> {
    const found = InvitationToken.safeParse(token).success
      ? await portal.findInvitation(db, hashPartnerToken(token))
      : undefined
    if (!found) await noteUnknownLink(db, context)
    return usable(found, context.now())
  }

  return { read, accept }
}

function usable(invitation: portal.Invitation | undefined, at: Date): portal.Invitation {
  if (!invitation) throw UNKNOWN()
  if (invitation.state === 'accepted')
    throw new Refusal('invitation_used', sentence`This invitation was already accepted. Sign in instead.`)
  if (invitation.state === 'revoked')
    throw new Refusal('invitation_revoked', sentence`This invitation was withdrawn. Ask for a new one.`)
  if (invitation.state === 'expired' || new Date(invitation.expires_at) <= at)
    throw new Refusal('invitation_expired', sentence`This invitation has expired. Ask for a new one.`)
  refuseSuspended(invitation.status)
  return invitation
}
