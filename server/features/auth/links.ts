import { uuidv7 } from 'uuidv7'
import type { AccountLink, LinkedAccount } from '../../../contract/operations/accounts'
import { INVITATION_LINK_LIFE_S, PASSWORD_LINK_LIFE_S } from '../../../contract/core/limits/token-lifetimes'
import { sentence } from '../../../contract/core/sentence'
import type { AccountSecrets } from '../../adapters/account-secrets'
import { hashPassword } from '../../adapters/passwords'
import { audit } from '../../kernel/audit'
import { findPasswordWeakness } from '../../kernel/chosen-password'
import { secondsAfter } from '../../kernel/sessions'
import type { Db } from '../../db/database'
import { inTransaction, type Tx } from '../../db/transaction'
import type { LinkMail } from '../../documents/link-mail'
import type { Context } from '../../kernel/context'
import { bounded } from '../../http/credential-attempt'
import { Refusal, wrongState } from '../../http/refusal'
import { weakPasswordAt } from '../../http/weak-password'
import { endAccess, endLinks, setPassword } from './repository/users'
import * as links from './repository/links'

interface Deps {
  db: Db
  secrets: AccountSecrets
  /** Enqueues the email in the transaction; null without a mail server. */
  sendLink: ((tx: Tx, mail: LinkMail) => Promise<void>) | null
}

const LIFE_S = { invitation: INVITATION_LINK_LIFE_S, password: PASSWORD_LINK_LIFE_S } as const

/** Returns the address that the link of a token opens. */
export const linkAddress = (origin: string, token: string) => `${origin}/welcome/${token}`

/** Links to choose a password: the first one, or a new one after it was forgotten. */
export function createAccountLinkService({ db, secrets, sendLink }: Deps) {
  /** Creates a link. @throws Refusal not_found, invalid_state for an account that may not sign in */
  const create = (userId: string, isShown: boolean, origin: string, context: Context): Promise<AccountLink> =>
    inTransaction(db, async (tx) => {
      const user = await links.lockUser(tx, userId)
      if (!user) throw new Refusal('not_found', sentence`This account no longer exists.`)
      if (user.status !== 'active' && user.status !== 'invited')
        throw wrongState([{ path: 'status', message: sentence`This account may not sign in. Make it active first.` }])
      const isMailed = sendLink !== null && !isShown
      // Changing one's own password requires the current one or access to the own mailbox.
      if (userId === context.actor.id && !isMailed)
        throw wrongState([{ path: '', message: sentence`Choose your own password on your account page.` }])
      const purpose = user.status === 'invited' ? 'invitation' : 'password'
      const at = context.now()
      const id = uuidv7()
      const expiresAt = secondsAfter(at, LIFE_S[purpose])
      await endLinks(tx, userId, at)
      await links.insertLink(tx, { id, userId, purpose, by: context.actor.id, expiresAt })
      await audit(tx, context, {
        action: purpose === 'invitation' ? 'users.invited' : 'users.password_link_made',
        entity: { type: 'users', id: userId, label: user.username },
      })
      if (isMailed)
        await sendLink(tx, {
          kind: `account_${purpose}`,
          linkId: id,
          origin,
          recipient: user.email,
          language: user.locale,
          name: nameOf(user),
          username: user.username,
          partner: null,
          expiresAt,
          about: { type: 'users', id: userId, label: user.username },
        })
      const link = isMailed ? null : linkAddress(origin, secrets.linkToken(id))
      return { purpose, email: user.email, expires_at: expiresAt.toISOString(), link }
    })

  /** Returns the account of a link. @throws Refusal link_unknown, link_over */
  async function read(token: string, context: Context): Promise<LinkedAccount> {
    const link = usable(await links.findLink(db, idOf(token)), context.now())
    const { purpose, username, expires_at } = link
    return { purpose, username, name: nameOf(link), company: await links.companyName(db), expires_at }
  }

  /** Sets the password, once. @throws Refusal link_unknown, link_over, too_many_requests, validation on `password` */
  async function follow(token: string, password: string, context: Context): Promise<{ username: string }> {
    const id = idOf(token)
    const { username, email, first_name, last_name } = usable(await links.findLink(db, id), context.now())
    const weakness = await findPasswordWeakness(db, password, [username, email, first_name, last_name])
    if (weakness) throw weakPasswordAt('password', weakness)
    const hash = await bounded(hashPassword(password))
    return inTransaction(db, async (tx) => {
      const at = context.now()
      const link = usable(await links.lockLink(tx, id), at)
      await links.markUsed(tx, id, at)
      await setPassword(tx, link.user_id, hash)
      await links.activate(tx, link.user_id)
      await endAccess(tx, link.user_id, { reason: 'password_reset', at, but: null })
      const actor = { ...context.actor, kind: 'user' as const, id: link.user_id, name: link.username }
      await audit(
        tx,
        { ...context, actor },
        {
          action: link.purpose === 'invitation' ? 'users.invitation_accepted' : 'users.password_reset',
          entity: { type: 'users', id: link.user_id, label: link.username },
        },
      )
      return { username: link.username }
    })
  }

  const idOf = (token: string): string => {
    const id = secrets.linkOf(token)
    if (id === null) throw UNKNOWN()
    return id
  }

  return { create, read, follow }
}

const UNKNOWN = () =>
  new Refusal(
    'link_unknown',
    sentence`This link is unknown. It may be incomplete: copy all of it, or ask for a new one.`,
  )

function usable(link: links.Link | undefined, at: Date): links.Link {
  if (!link) throw UNKNOWN()
  if (link.used_at !== null)
    throw new Refusal('link_over', sentence`This link was used before. Sign in with your password.`)
  if (link.revoked_at !== null || new Date(link.expires_at) <= at)
    throw new Refusal('link_over', sentence`This link has expired, or was replaced by a newer one. Ask for a new one.`)
  if (link.status !== 'active' && link.status !== 'invited')
    throw new Refusal('link_over', sentence`This account may not sign in at the moment. Ask your administrator.`)
  return link
}

const nameOf = ({ first_name, last_name, username }: Pick<links.Link, 'first_name' | 'last_name' | 'username'>) =>
  [first_name, last_name].filter(Boolean).join(' ') || username
