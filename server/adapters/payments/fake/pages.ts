import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { INTL_LOCALES } from '../../../../contract/core/languages'
import { moneyOf } from '../../../documents/formats'
import { escaped } from '../../../documents/html'
import { PLAIN_STYLE, plainPage } from '../../../documents/plain-page'
import { DICTIONARIES } from '../../../documents/words'
import { styledPolicy } from '../../../http/content-security'
import { FAKE_EVENTS, FAKE_MOVES, type FakeEvents, type FakeMove, type FakePage } from './books'

type Shown = 'asked' | 'challenged' | 'declined'

const Params = z.object({ page: z.string() })
const Move = z.object({
  move: z.enum([...FAKE_MOVES, 'challenge']),
  events: z.enum(FAKE_EVENTS).catch('now'),
})

interface Played {
  /** Returns undefined for an unknown page. */
  shown: (page: string) => FakePage | undefined
  play: (page: string, move: FakeMove, events: FakeEvents) => unknown
}

/** Serves the page of the fake provider, which acts as the customer. It uses links: no form may lead to another site. */
export function fakePages(app: FastifyInstance, provider: Played): void {
  const policy = styledPolicy(PLAIN_STYLE)
  const answer = (reply: FastifyReply, page: FakePage, shown: Shown) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(fakePage(page, shown))

  app.get('/fake-provider/:page', async (request, reply) => {
    const page = provider.shown(Params.parse(request.params).page)
    if (!page) return reply.callNotFound()
    return answer(reply, page, 'asked')
  })

  app.get('/fake-provider/:page/:events/:move', async (request, reply) => {
    const { page: reference } = Params.parse(request.params)
    const page = provider.shown(reference)
    const requested = Move.safeParse(request.params)
    if (!page || !requested.success) return reply.callNotFound()
    const { move, events } = requested.data
    if (move === 'challenge') return answer(reply, page, 'challenged')
    provider.play(reference, move, events)
    return move === 'decline' ? answer(reply, page, 'declined') : reply.redirect(page.wish.returnUrl, 303)
  })
}

function fakePage({ reference, wish: requested }: FakePage, shown: Shown): string {
  const { language } = requested
  const { fakeProvider: words, pay } = DICTIONARIES[language].app
  const amount = moneyOf(requested.amount, requested.currency, INTL_LOCALES[language])
  const link = (move: string, events: string, text: string) =>
    `<a href="/fake-provider/${reference}/${events}/${move}">${escaped(text)}</a>`
  const moves =
    shown === 'challenged'
      ? (['confirm', 'decline'] as const)
      : (['pay', 'pay_twice', 'challenge', 'decline', 'close'] as const)
  const rows = moves.map((move) => {
    const text = words.moves[move]
    const takes = move === 'pay' || move === 'pay_twice' || move === 'confirm'
    if (!takes) return `<div><dt>${link(move, 'now', text)}</dt></div>`
    const events = FAKE_EVENTS.map((event) => link(move, event, words.events[event])).join(' · ')
    return `<div><dt>${escaped(text)}</dt><dd>${events}</dd></div>`
  })
  const texts = { asked: words.text, challenged: words.challengeText, declined: words.declined }
  const body = `<header>${escaped(requested.description)}</header><h1>${escaped(words.title)}</h1><p>${escaped(texts[shown])}</p>
<dl><div><dt>${escaped(pay.amount)}</dt><dd><bdi>${escaped(amount)}</bdi></dd></div><div><dt>${escaped(words.card)}</dt><dd>${escaped(words.event)}</dd></div>${rows.join('')}</dl>`
  return plainPage({ language, title: words.title, body })
}
