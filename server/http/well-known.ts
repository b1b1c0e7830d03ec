import type { FastifyInstance } from 'fastify'
import { LANGUAGES } from '../../contract/core/languages'
import { PUBLIC_PAGES_PER_MINUTE } from '../../contract/core/limits/requests'
import { sentence } from '../../contract/core/sentence'
import { CATALOGUE_STYLE, errorCataloguePage } from '../documents/error-catalogue'
import { styledPolicy } from './content-security'
import { send } from './problem'
import { Refusal } from './refusal'

interface Settings {
  publicUrl: string | null
  /** Where to report a vulnerability: an email address or a page; null if there is no contact. */
  securityContact: string | null
}

const DAY_MS = 86_400_000
/** Validity of security.txt in days. RFC 9116 recommends less than a year. */
const SECURITY_DAYS = 90
const PUBLIC = { config: { rateLimit: { max: PUBLIC_PAGES_PER_MINUTE } } }

/** Serves security.txt, the change-password redirect and the error catalogue. */
export function serveWellKnown(app: FastifyInstance, { publicUrl, securityContact }: Settings, now: () => Date): void {
  app.get('/.well-known/security.txt', PUBLIC, async (request, reply) => {
    if (securityContact === null)
      return send(request, reply, new Refusal('not_found', sentence`SECURITY_CONTACT is not configured.`))
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(now().getTime() + SECURITY_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, ar, fr, de, es',
      ...(publicUrl === null ? [] : [`Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`]),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  app.get('/.well-known/change-password', PUBLIC, async (_, reply) => reply.redirect('/account'))

  const policy = styledPolicy(CATALOGUE_STYLE)
  app.get<{ Querystring: { lang?: unknown } }>('/api/docs/errors', PUBLIC, async (request, reply) => {
    const language = LANGUAGES.find((known) => known === (request.query.lang ?? request.context.language)) ?? 'en'
    return reply
      .header('content-security-policy', policy)
      .header('vary', 'Accept-Language')
      .type('text/html; charset=utf-8')
      .send(errorCataloguePage(language))
  })
}
