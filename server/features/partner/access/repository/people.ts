import { sql } from 'kysely'
import type { PartnerInvitation } from '../../../../../contract/entities/partner-invitation'
import type { PartnerMember } from '../../../../../contract/entities/partner-member'
import type { PartnerRole } from '../../../../../contract/core/vocabulary'
import type { Language } from '../../../../../contract/core/languages'
import type { Reader, Tx } from '../../../../db/transaction'

const LISTED = 100
const MEMBER = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'partner_id',
  'email',
  'first_name',
  'last_name',
  'role',
  'mfa_enabled',
  'last_login_at',
] as const
const INVITATION = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'partner_id',
  'email',
  'role',
  'language',
  'state',
  'expires_at',
  'accepted_at',
] as const

/** Locks and returns a partner, which serializes decisions about it. */
export const lockPartner = (tx: Tx, id: string) =>
  tx
    .selectFrom('partners')
    .select(['id', 'code', 'status', 'legal_name', 'trading_name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type InvitingPartner = NonNullable<Awaited<ReturnType<typeof lockPartner>>>

export const listMembers = (reader: Reader, partnerId: string): Promise<PartnerMember[]> =>
  reader
    .selectFrom('partner_members')
    .select(MEMBER)
    .where('partner_id', '=', partnerId)
    .orderBy('email')
    .orderBy('id')
    .execute()

/** Returns whether a person of any partner has this address. */
export const isTaken = async (reader: Reader, email: string): Promise<boolean> =>
  (await reader
    .selectFrom('partner_members')
    .select('id')
    .where((eb) => eb(sql`lower(email)`, '=', email.toLowerCase()))
    .executeTakeFirst()) !== undefined

export const isMember = async (reader: Reader, partnerId: string, id: string): Promise<boolean> =>
  (await reader
    .selectFrom('partner_members')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined

export const deleteMember = (tx: Tx, partnerId: string, id: string): Promise<PartnerMember | undefined> =>
  tx
    .deleteFrom('partner_members')
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .returning(MEMBER)
    .executeTakeFirst()

/** Returns invitations, newest first; a pending one past its expiry at `at` has the state `expired`. */
export async function listInvitations(reader: Reader, partnerId: string, at: Date): Promise<PartnerInvitation[]> {
  const rows = await reader
    .selectFrom('partner_invitations')
    .select(INVITATION)
    .where('partner_id', '=', partnerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map((row) => asOf(row, at))
}

export const lockInvitation = (tx: Tx, partnerId: string, id: string): Promise<PartnerInvitation | undefined> =>
  tx
    .selectFrom('partner_invitations')
    .select(INVITATION)
    .where('partner_id', '=', partnerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const hasPending = async (tx: Tx, partnerId: string, email: string, at: Date): Promise<boolean> =>
  (await tx
    .selectFrom('partner_invitations')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where((eb) => eb(sql`lower(email)`, '=', email.toLowerCase()))
    .where('state', '=', 'pending')
    .where('expires_at', '>', at.toISOString())
    .executeTakeFirst()) !== undefined

interface NewInvitation {
  id: string
  partnerId: string
  email: string
  role: PartnerRole
  language: Language
  hash: string
  expiresAt: Date
  by: string | null
}

export const insertInvitation = (tx: Tx, invitation: NewInvitation): Promise<PartnerInvitation> =>
  tx
    .insertInto('partner_invitations')
    .values({
      id: invitation.id,
      partner_id: invitation.partnerId,
      email: invitation.email,
      role: invitation.role,
      language: invitation.language,
      token_sha256: invitation.hash,
      expires_at: invitation.expiresAt.toISOString(),
      invited_by_user_id: invitation.by,
    })
    .returning(INVITATION)
    .executeTakeFirstOrThrow()

/** Updates the given fields of an invitation. */
export const changeInvitation = (
  tx: Tx,
  id: string,
  to: { state: PartnerInvitation['state']; token_sha256?: string; expires_at?: string },
): Promise<PartnerInvitation> =>
  tx
    .updateTable('partner_invitations')
    .set({ ...to, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(INVITATION)
    .executeTakeFirstOrThrow()

const asOf = (invitation: PartnerInvitation, at: Date): PartnerInvitation =>
  invitation.state === 'pending' && new Date(invitation.expires_at) <= at
    ? { ...invitation, state: 'expired' }
    : invitation
