import type { Page } from '@playwright/test'
import type { Json } from '../api'
import { make, unique } from '../factories'
import type { Api } from './api'
import { STORAGE_KEYS } from './storage'

export const PORTAL_PASSWORD = 'a long password of hers'

export interface Portal {
  partner: Json
  email: string
  session: { token: string; user: Json; partner: Json }
}

/** Returns the last part of a link sent by email. */
export const tokenOf = (link: unknown) => String(link).split('/').at(-1) ?? ''

/** Invites a person to a partner's portal. */
export async function invite(api: Api, partner: Json): Promise<{ email: string; token: string; id: string }> {
  const email = `${unique('p')}@sunvia.example.com`
  const { body } = await api.post(`/partners/${String(partner['id'])}/invitations/`, { email, role: 'owner' })
  return { email, token: tokenOf(body['link']), id: String(body['id']) }
}

/** Creates a partner with a member who has accepted an invitation. */
export async function portal(api: Api): Promise<Portal> {
  const partner = await make(api, 'partners', { status: 'active', trading_name: 'Sunvia' })
  const { email, token } = await invite(api, partner)
  const { body } = await api.post(`/partner/auth/invitations/${token}/accept/`, {
    first_name: 'Rebecca',
    last_name: 'Holt',
    password: PORTAL_PASSWORD,
  })
  return { partner, email, session: body as unknown as Portal['session'] }
}

/** Stores a session in the browser as a sign-in does. */
export async function keepPortal(
  page: Page,
  { session }: Portal,
  { language = 'en', theme = 'light' } = {},
): Promise<void> {
  await page.addInitScript(
    (entries) => {
      if (window.sessionStorage.getItem('kept')) return
      window.sessionStorage.setItem('kept', '1')
      for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value)
    },
    {
      partner_token: session.token,
      partner_user: JSON.stringify(session.user),
      partner: JSON.stringify(session.partner),
      [STORAGE_KEYS.language]: language,
      [STORAGE_KEYS.theme]: theme,
    },
  )
}
