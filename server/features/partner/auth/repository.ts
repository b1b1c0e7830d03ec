import { sql } from 'kysely'
import { SWEEP_SLICE_ROWS } from '../../../../contract/core/limits/retention'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

const MEMBER = [
  'm.id',
  'm.email',
  'm.first_name',
  'm.last_name',
  'm.role',
  'm.password_hash',
  'm.mfa_enabled',
  'p.id as partner_id',
  'p.code',
  'p.legal_name',
  'p.trading_name',
  'p.currency',
  'p.timezone',
  'p.status',
] as const

const members = (reader: Reader) =>
  reader.selectFrom('partner_members as m').innerJoin('partners as p', 'p.id', 'm.partner_id').select(MEMBER)

/** A person of a partner, with the partner; `status` is the partner's. */
export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>

/** Returns the audit entity of a person. */
export const named = (member: Member) => ({ type: 'partner_members', id: member.id, label: member.email })

export const findMember = (reader: Reader, email: string) =>
  members(reader)
    .where((eb) => eb(sql`lower(m.email)`, '=', email.toLowerCase()))
    .executeTakeFirst()

export const getMember = (reader: Reader, id: string) => members(reader).where('m.id', '=', id).executeTakeFirst()

/** Locks a person. @returns whether the password and the second factor are unchanged since the person was read */
export const lockUnchanged = async (tx: Tx, { id, password_hash, mfa_enabled }: Member): Promise<boolean> => {
  const now = await tx
    .selectFrom('partner_members')
    .select(['password_hash', 'mfa_enabled'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return now !== undefined && now.password_hash === password_hash && now.mfa_enabled === mfa_enabled
}

export const setPassword = (tx: Tx, id: string, hash: string, at: Date) =>
  tx
    .updateTable('partner_members')
    .set({ password_hash: hash, version: sql`version + 1`, updated_at: at.toISOString() })
    .where('id', '=', id)
    .execute()

/** Inserts a person. @returns whether the address was free */
export const insertMember = async (
  tx: Tx,
  member: Pick<Member, 'id' | 'email' | 'role' | 'partner_id'> & {
    first_name: string
    last_name: string
    password_hash: string
  },
): Promise<boolean> =>
  (await tx
    .insertInto('partner_members')
    .values(member)
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

export const markLoggedIn = (tx: Tx, memberId: string, at: Date) =>
  tx.updateTable('partner_members').set({ last_login_at: at.toISOString() }).where('id', '=', memberId).execute()

export const insertToken = (tx: Tx, token: { hash: string; sessionId: string; at: Date; expiresAt: Date }) =>
  tx
    .insertInto('partner_session_tokens')
    .values({
      token_sha256: token.hash,
      session_id: token.sessionId,
      created_at: token.at.toISOString(),
      expires_at: token.expiresAt.toISOString(),
    })
    .execute()

const tokens = (reader: Reader, hash: string) =>
  reader
    .selectFrom('partner_session_tokens as t')
    .innerJoin('partner_sessions as s', 's.id', 't.session_id')
    .select([
      't.session_id',
      't.expires_at',
      't.replaced_at',
      's.member_id',
      's.expires_at as session_expires_at',
      's.last_used_at',
      's.revoked_at',
    ])
    .where('t.token_sha256', '=', hash)

export type PortalToken = NonNullable<Awaited<ReturnType<typeof lockToken>>>

/** Locks and returns a token with its session, which serializes uses of the token. */
export const lockToken = (tx: Tx, hash: string) => tokens(tx, hash).forUpdate().executeTakeFirst()

/** Returns a token with its session, person and partner in one query. */
export const findToken = (db: Db, hash: string) =>
  tokens(db, hash)
    .innerJoin('partner_members as m', 'm.id', 's.member_id')
    .innerJoin('partners as p', 'p.id', 'm.partner_id')
    .select(['m.id', 'm.email', 'm.first_name', 'm.last_name', 'm.role', 'p.id as partner_id', 'p.status'])
    .executeTakeFirst()

/** Marks all tokens of a session as replaced. */
export const replaceTokens = (tx: Tx, sessionId: string, at: Date) =>
  tx
    .updateTable('partner_session_tokens')
    .set({ replaced_at: at.toISOString() })
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is', null)
    .execute()

/** Returns an API key with its partner and the role of its creator. */
export const findKey = (db: Db, hash: string) =>
  db
    .selectFrom('partner_credentials as c')
    .innerJoin('partners as p', 'p.id', 'c.partner_id')
    .leftJoin('partner_members as m', 'm.id', 'c.made_by_member_id')
    .select([
      'm.role as maker_role',
      'c.id',
      'c.name',
      'c.environment',
      'c.scopes',
      'c.ip_allowlist',
      'c.expires_at',
      'c.last_used_at',
      'c.state',
      'p.id as partner_id',
      'p.status',
      'p.ip_allowlist as partner_ip_allowlist',
    ])
    .where('c.token_sha256', '=', hash)
    .executeTakeFirst()

export const noteKeyUse = (db: Db, id: string, ip: string | null, at: Date) =>
  db
    .updateTable('partner_credentials')
    .set({ last_used_at: at.toISOString(), last_used_ip: ip })
    .where('id', '=', id)
    .execute()

const invitations = (reader: Reader, hash: string) =>
  reader
    .selectFrom('partner_invitations as i')
    .innerJoin('partners as p', 'p.id', 'i.partner_id')
    .select([
      'i.id',
      'i.partner_id',
      'i.email',
      'i.role',
      'i.state',
      'i.expires_at',
      'p.legal_name',
      'p.trading_name',
      'p.status',
    ])
    .where('i.token_sha256', '=', hash)

export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

export const findInvitation = (reader: Reader, hash: string) => invitations(reader, hash).executeTakeFirst()

/** Locks and returns an invitation, so that concurrent requests accept it once. */
export const lockInvitation = (tx: Tx, hash: string) => invitations(tx, hash).forUpdate('i').executeTakeFirst()

export const markAccepted = (tx: Tx, id: string, at: Date) =>
  tx
    .updateTable('partner_invitations')
    .set({
      state: 'accepted',
      accepted_at: at.toISOString(),
      version: sql`version + 1`,
      updated_at: at.toISOString(),
    })
    .where('id', '=', id)
    .execute()

/** Deletes a batch of the sessions that ended before a moment, with their tokens. */
export const sweepPartnerSessions = (db: Db, before: Date) =>
  sql`delete from partner_sessions where id in (
    select id from partner_sessions where least(revoked_at, expires_at) < ${before.toISOString()} limit ${SWEEP_SLICE_ROWS})`.execute(
    db,
  )

export const readCompanyName = async (reader: Reader): Promise<string> =>
  (await reader.selectFrom('company').select('name').executeTakeFirst())?.name ?? ''
