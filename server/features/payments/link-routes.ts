import { sentence } from '../../../contract/core/sentence'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as operations from '../../../contract/operations/payment-links'
import { LANGUAGES } from '../../../contract/core/languages'
import { PAYOUTS_EVERY_S } from '../../../contract/core/limits/money'
import { ProviderUnavailable } from '../../adapters/payments/provider'
import { noPayPage } from '../../documents/pay-page'
import { PLAIN_STYLE } from '../../documents/plain-page'
import { styledPolicy } from '../../http/content-security'
import { matchedVersion } from '../../http/etag'
import { Refusal } from '../../http/refusal'
import { serve } from '../../http/serve'
import type { JobHandlers } from '../../jobs/worker'
import { goOn, showPage, type Counter } from './checkout'
import { takeEvent } from './provider-events'
import { ASK_AFTER, askAfterPayment, postPayouts, refundByProvider } from './reconcile'
import { linkOfPayment } from './repository/links'
import { REFUND } from './steps/refund'
import { CLOSE_PAGE, addressed, cancelLink, sendLink, presentLink, type LinkDeps } from './steps/send-link'

export interface LinkRouteDeps extends Counter, LinkDeps {}

const POLICY = styledPolicy(PLAIN_STYLE)

/** Registers the routes for payment links, their pages and provider events. */
export async function linkRoutes(app: FastifyInstance, deps: LinkRouteDeps): Promise<void> {
  const { db, reservations, payments, service } = deps
  serve(app, operations.sendPaymentLink, async ({ params, body, context }) =>
    addressed(deps, await reservations.write(context, (tx) => sendLink(tx, deps, params.id, body, context))),
  )
  serve(app, operations.getPaymentLink, async ({ params }) => {
    const link = await linkOfPayment(db, params.id)
    if (link === null) throw new Refusal('not_found', sentence`This payment has no link.`)
    return presentLink(deps, link)
  })
  serve(app, operations.cancelPaymentLink, ({ params, body, context, request }) =>
    payments.act(params.id, matchedVersion(request), context, cancelLink(body)),
  )

  const page = (reply: FastifyReply, html: string, status = 200) =>
    reply
      .code(status)
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(html)
  const reader = (language: string) => LANGUAGES.find((known) => known === language) ?? 'en'

  serve(app, operations.openPaymentPage, async ({ params, query, context, reply }) => {
    const opening = { language: query.lang, isBack: query.back === '1' }
    const html = await showPage(deps, params.token, opening)
    return html === null ? page(reply, noPayPage(query.lang ?? reader(context.language)), 404) : page(reply, html)
  })

  serve(app, operations.goToProvider, async ({ params, context, request, reply }) => {
    try {
      const address = await goOn(deps, params.token)
      if (address === null) return page(reply, noPayPage(reader(context.language)), 404)
      return reply.header('cache-control', 'no-store').redirect(address, 303)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      request.log.warn({ err: error.cause }, error.message)
      const html = await showPage(deps, params.token, { language: undefined, isBack: false, isUnavailable: true })
      return page(reply, html ?? noPayPage(reader(context.language)), 503)
    }
  })

  service?.serve?.(app)
  // The signature covers the raw bytes of the body.
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    serve(scope, operations.takeProviderEvent, async ({ params, body, context, request }) => {
      const call = { body: body as Buffer, headers: request.headers, now: context.now() }
      return { outcome: await takeEvent(service, params.provider, deps, call) }
    })
  })
}

/** Returns the background jobs that call the payment provider. */
export function linkJobs(deps: LinkRouteDeps): JobHandlers {
  const { service } = deps
  if (service === null) return {}
  return {
    [REFUND]: { isRemote: true, run: ({ refund_id: id }) => refundByProvider(deps, String(id)) },
    [ASK_AFTER]: { isRemote: true, retryAfterS: [], run: ({ payment_id: id }) => askAfterPayment(deps, String(id)) },
    [CLOSE_PAGE]: { isRemote: true, run: ({ page }) => service.closePage(String(page)) },
    'payments.payouts': { everyS: PAYOUTS_EVERY_S, run: () => postPayouts(deps) },
  }
}
