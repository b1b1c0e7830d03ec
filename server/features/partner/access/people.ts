import { uuidv7 } from 'uuidv7'
import type { PartnerInvitation } from '../../../../contract/entities/partner-invitation'
import type { PartnerMember } from '../../../../contract/entities/partner-member'
import { PARTNER_INVITATION_LIFE_S } from '../../../../contract/core/limits/token-lifetimes'
import type { InviteBody, SentInvitation } from '../../../../contract/partner/access'
import { sentence, type Sentence } from '../../../../contract/core/sentence'
import type { AccountSecrets } from '../../../adapters/account-secrets'
import { hashPartnerToken } from '../../../adapters/partner-tokens'
import { audit } from '../../../kernel/audit'
import { secondsAfter } from '../../../kernel/sessions'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import type { LinkMail } from '../../../documents/link-mail'
import type { Context } from '../../../kernel/context'
import { Refusal, wrongState } from '../../../http/refusal'
import { changeOnce } from '../../../http/idempotency'
import { endKeysOf } from './credentials'
import * as people from './repository/people'

interface Deps {
  db: Db
  secrets: AccountSecrets
  /** Enqueues the email in the transaction; null when no mail server is set up. */
  sendLink: ((tx: Tx, mail: LinkMail) => Promise<void>) | null
}

/** How the link of an invitation is delivered. */
interface LinkDelivery {
  /** Origin of the portal. */
  origin: string
  /** Whether the link is returned to the caller instead of sent by email. */
  isShown: boolean
}

/** Returns the URL of an invitation. */
export const invitationAddress = (origin: string, token: string) => `${origin}/partner/accept-invitation/${token}`

/** Creates the service by which staff manage a partner's people. */
export function createMemberService({ db, secrets, sendLink }: Deps) {
  /** Sends the link by email, or returns it. The token is not stored: it is derived again when the email is sent. */
  async function hand(
    tx: Tx,
    partner: people.InvitingPartner,
    linkId: string,
    invitation: PartnerInvitation,
    { origin, isShown }: LinkDelivery,
  ): Promise<SentInvitation> {
    if (sendLink === null || isShown)
      return { ...invitation, link: invitationAddress(origin, secrets.invitationToken(linkId)) }
    const { email, language, expires_at } = invitation
    await sendLink(tx, {
      kind: 'partner_invitation',
      linkId,
      origin,
      recipient: email,
      language,
      name: null,
      username: email,
      partner: partner.trading_name ?? partner.legal_name,
      expiresAt: new Date(expires_at),
      about: { type: 'partners', id: partner.id, label: partner.code },
    })
    return { ...invitation, link: null }
  }

  /** @throws Refusal not_found, already_exists on the field `email`, invalid_state */
  const invite = (
    partnerId: string,
    { email, role, language, show_link: isShown }: InviteBody,
    origin: string,
    context: Context,
  ): Promise<SentInvitation> =>
    inTransaction(db, async (tx) => {
      const at = context.now()
      const partner = await openPartner(tx, partnerId)
      await refuseIfMember(tx, email)
      if (await people.hasPending(tx, partnerId, email, at))
        throw taken(sentence`This address already has an invitation. Send that one again.`)
      const linkId = uuidv7()
      const invitation = await people.insertInvitation(tx, {
        id: uuidv7(),
        partnerId,
        email,
        role,
        language,
        hash: hashPartnerToken(secrets.invitationToken(linkId)),
        expiresAt: lasting(at),
        by: context.actor.id,
      })
      await audit(tx, context, {
        action: 'partner_invitation.sent',
        entity: named(invitation),
        changes: [{ field: 'role', old: null, new: role }],
      })
      return hand(tx, partner, linkId, invitation, { origin, isShown })
    })

  /** Renews an invitation with a new link and lifetime; the old link becomes invalid. */
  const resend = (partnerId: string, id: string, delivery: LinkDelivery, context: Context): Promise<SentInvitation> =>
    inTransaction(db, async (tx) => {
      const partner = await openPartner(tx, partnerId)
      const found = await openInvitation(tx, partnerId, id)
      await refuseIfMember(tx, found.email)
      const linkId = uuidv7()
      const invitation = await people.changeInvitation(tx, id, {
        state: 'pending',
        token_sha256: hashPartnerToken(secrets.invitationToken(linkId)),
        expires_at: lasting(context.now()).toISOString(),
      })
      await audit(tx, context, { action: 'partner_invitation.resent', entity: named(invitation) })
      return hand(tx, partner, linkId, invitation, delivery)
    })

  const revoke = (partnerId: string, id: string, context: Context): Promise<PartnerInvitation> =>
    changeOnce(db, context, async (tx) => {
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
    changeOnce(db, context, async (tx) => {
      await endKeysOf(tx, id, context)
      const member = await people.deleteMember(tx, partnerId, id)
      if (!member) throw new Refusal('not_found', sentence`This person no longer exists.`)
      await audit(tx, context, {
        action: 'partner_member.removed',
        entity: { type: 'partner_members', id, label: member.email },
      })
      return member
    })

  return { invite, resend, revoke, remove }
}

/** Locks and returns a partner. @throws Refusal not_found, invalid_state for a terminated partner */
async function openPartner(tx: Tx, partnerId: string): Promise<people.InvitingPartner> {
  const partner = await people.lockPartner(tx, partnerId)
  if (!partner) throw new Refusal('not_found', sentence`There is no partner with this id.`)
  if (partner.status === 'terminated')
    throw wrongState([{ path: '', message: sentence`People cannot be invited for a partner with an ended contract.` }])
  return partner
}

async function refuseIfMember(tx: Tx, email: string): Promise<void> {
  if (await people.isTaken(tx, email))
    throw taken(sentence`An account with this address already exists. Use another one.`)
}

/** Locks an invitation. @throws Refusal not_found, invalid_state for an accepted invitation */
async function openInvitation(tx: Tx, partnerId: string, id: string): Promise<PartnerInvitation> {
  const invitation = await people.lockInvitation(tx, partnerId, id)
  if (!invitation) throw new Refusal('not_found', sentence`There is no invitation with this id.`)
  if (invitation.state === 'accepted')
    throw wrongState([{ path: '', message: sentence`This invitation was accepted. Remove the person instead.` }])
  return invitation
}

const taken = (detail: Sentence) =>
  new Refusal('already_exists', detail, { errors: [{ pointer: '/email', code: 'already_exists', detail }] })

const lasting = (at: Date) => secondsAfter(at, PARTNER_INVITATION_LIFE_S)
const named = (invitation: PartnerInvitation) => ({
  type: 'partner_invitations',
  id: invitation.id,
  label: invitation.email,
})
