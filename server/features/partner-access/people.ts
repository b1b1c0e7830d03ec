import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { PartnerInvitation } from '../../../contract/entities/partner-invitation'
import type { PartnerMember } from '../../../contract/entities/partner-member'
import { PARTNER_INVITATION_LIFE_S, PARTNER_INVITATION_TOKEN_BYTES } from '../../../contract/limits'
import type { InviteBody } from '../../../contract/partner-access'
import { hashPartnerToken } from '../../adapters/partner-tokens'
import { audit } from '../../db/audit'
import type { Db } from '../../db/database'
import { inTransaction, type Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import { Refusal, wrongState } from '../../http/refusal'
import * as people from './repository/people'

/** An invitation and the token of its link, which is nowhere kept. */
interface Sent {
  invitation: PartnerInvitation
  token: string
}

/** What staff decide about a partner's people. */
export function createPeopleDesk(db: Db) {
  /** @throws Refusal not_found, already_exists on the field `email`, invalid_state */
  const invite = (partnerId: string, { email, role }: InviteBody, context: Context): Promise<Sent> =>
    inTransaction(db, async (tx) => {
      const at = context.now()
      await refuseUnlessOpen(tx, partnerId)
      await refuseIfMember(tx, email)
      if (await people.hasPending(tx, partnerId, email, at))
        throw taken('This address has an invitation already. Send that one again.')
      const token = makeToken()
      const invitation = await people.insertInvitation(tx, {
        id: uuidv7(),
        partnerId,
        email,
        role,
        hash: hashPartnerToken(token),
        expiresAt: lasting(at),
        by: context.actor.id,
      })
      await audit(tx, context, {
        action: 'partner_invitation.sent',
        entity: named(invitation),
        changes: [{ field: 'role', old: null, new: role }],
      })
      return { invitation, token }
    })

  /** Gives an invitation a new token and a new week; the old token is dead. */
  const resend = (partnerId: string, id: string, context: Context): Promise<Sent> =>
    inTransaction(db, async (tx) => {
      await refuseUnlessOpen(tx, partnerId)
      const found = await openInvitation(tx, partnerId, id)
      await refuseIfMember(tx, found.email)
      const token = makeToken()
      const invitation = await people.changeInvitation(tx, id, {
        state: 'pending',
        token_sha256: hashPartnerToken(token),
        expires_at: lasting(context.now()).toISOString(),
      })
      await audit(tx, context, { action: 'partner_invitation.resent', entity: named(invitation) })
      return { invitation, token }
    })

  const revoke = (partnerId: string, id: string, context: Context): Promise<PartnerInvitation> =>
    inTransaction(db, async (tx) => {
      const found = await openInvitation(tx, partnerId, id)
      if (found.state === 'revoked') return found
      const invitation = await people.changeInvitation(tx, id, { state: 'revoked' })
      await audit(tx, context, {
        action: 'partner_invitation.revoked',
        entity: named(invitation),
        changes: [{ field: 'state', old: found.state, new: 'revoked' }],
      })
      return invitation
    })

  const remove = (partnerId: string, id: string, context: Context): Promise<PartnerMember> =>
    inTransaction(db, async (tx) => {
      const member = await people.deleteMember(tx, partnerId, id)
      if (!member) throw new Refusal('not_found', 'This person is not there any more.')
      await audit(tx, context, {
        action: 'partner_member.removed',
        entity: { type: 'partner_members', id, label: member.email },
      })
      return member
    })

  return { invite, resend, revoke, remove }
}

/** @throws Refusal not_found, invalid_state for a partner that is not worked with any more. */
async function refuseUnlessOpen(tx: Tx, partnerId: string): Promise<void> {
  const partner = await people.lockPartner(tx, partnerId)
  if (!partner) throw new Refusal('not_found', 'There is no partner with this id.')
  if (partner.status === 'terminated')
    throw wrongState([{ path: '', message: 'Nobody is invited for a partner whose contract has ended.' }])
}

async function refuseIfMember(tx: Tx, email: string): Promise<void> {
  if (await people.isTaken(tx, email)) throw taken('Somebody signs in with this address already. Use another one.')
}

/** @throws Refusal not_found, invalid_state for one that was accepted. */
async function openInvitation(tx: Tx, partnerId: string, id: string): Promise<PartnerInvitation> {
  const invitation = await people.lockInvitation(tx, partnerId, id)
  if (!invitation) throw new Refusal('not_found', 'This invitation is not there.')
  if (invitation.state === 'accepted')
    throw wrongState([{ path: '', message: 'This invitation was accepted. Remove the person instead.' }])
  return invitation
}

const taken = (detail: string) =>
  new Refusal('already_exists', detail, { errors: [{ pointer: '/email', code: 'already_exists', detail }] })

const makeToken = () => randomBytes(PARTNER_INVITATION_TOKEN_BYTES).toString('base64url')
const lasting = (at: Date) => new Date(at.getTime() + PARTNER_INVITATION_LIFE_S * 1000)
const named = (invitation: PartnerInvitation) => ({
  type: 'partner_invitations',
  id: invitation.id,
  label: invitation.email,
})
