import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { PROVIDER_EVENT_TOLERANCE_S } from '../../../../contract/core/limits/money'
import { isGenuine, signWebhook } from '../../webhook-signing'
import {
  SignatureInvalid,
  type Capture,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  type RefundRequest,
} from '../provider'
import { FakeBooks, type FakeEvents, type FakeMove, type FakePage, type FakeRefund } from './books'
import { fakePages } from './pages'

const LATE_MS = 20_000
/** Fee of 1.5 % and 25 minor units, in the range of real providers. */
const feeOf = (amount: number): number => Math.min(amount, Math.round(amount * 0.015) + 25)
const reference = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`

/** An event as it is sent: a body and the headers that sign it. */
export interface SignedEvent {
  body: string
  headers: Record<string, string>
}

interface Settings {
  /** Key that signs its events, `whsec_…`. */
  secret: string
  /** File of its books; null stores them in memory. */
  file: string | null
  /** Origin at which people reach this server. */
  origin: string
  now: () => Date
}

type Content = { type: string; at: string } & ({ capture: Capture } | { refund: ProviderRefund } | object)

/** Payment provider within this process that accepts no money; its page acts as the customer. */
export class FakeProvider implements PaymentProvider {
  readonly name = 'fake'
  readonly amountStep = () => 1
  private readonly books: FakeBooks
  /** Sends an event to the server; does nothing before `serve`. */
  private send: (event: SignedEvent) => Promise<unknown> = () => Promise.resolve()
  private readonly sending = new Set<Promise<unknown>>()

  constructor(private readonly settings: Settings) {
    this.books = new FakeBooks(settings.file)
  }

  async createPage(request: Parameters<PaymentProvider['createPage']>[0]) {
    const page = reference('page')
    this.books.write({
      kind: 'page',
      reference: page,
      wish: { ...request, expiresAt: request.expiresAt.toISOString() },
    })
    return { reference: page, url: `${this.settings.origin}/fake-provider/${page}`, expiresAt: request.expiresAt }
  }

  async lookUp(page: string): Promise<Capture[]> {
    return this.books.pages.get(page)?.captures ?? []
  }

  async closePage(page: string): Promise<void> {
    if (!this.books.page(page).isClosed) this.books.write({ kind: 'closed', page })
  }

  /** Answers at once that a refund is pending, and reports by an event that it succeeded. */
  async refund(request: RefundRequest): Promise<FakeRefund> {
    const known = this.books.refunds.get(request.refundId)
    if (known) return known
    const isLeft = this.leftOf(request.captureReference) >= request.amount
    const waiting = { refundId: request.refundId, reference: reference('refund'), wish: request }
    const refund: FakeRefund = { ...waiting, state: isLeft ? 'pending' : 'failed' }
    this.books.write({ kind: 'refund', refund })
    if (isLeft) this.settle(refund, 'succeeded')
    return refund
  }

  async lookUpRefund({ refundId }: RefundRequest): Promise<FakeRefund | null> {
    return this.books.refunds.get(refundId) ?? null
  }

  async payouts(since: Date) {
    return this.books.payouts.filter(({ at }) => Date.parse(at) >= since.getTime()).map(({ payout }) => payout)
  }

  readEvent({ body, headers, now }: Parameters<PaymentProvider['readEvent']>[0]): ProviderEvent {
    const header = (name: string) => {
      const value = headers[name]
      return typeof value === 'string' ? value : ''
    }
    const signed = {
      'webhook-id': header('webhook-id'),
      'webhook-timestamp': header('webhook-timestamp'),
      'webhook-signature': header('webhook-signature'),
    }
    const text = body.toString('utf8')
    const at = new Date(Number(signed['webhook-timestamp']) * 1_000)
    // Verified at the time of the signature first, so that the message names which of the two is wrong.
    if (Number.isNaN(at.getTime()) || !isGenuine(signed, text, this.settings.secret, at))
      throw new SignatureInvalid('The signature does not match the body. Check the key that signs the events.')
    const offS = Math.round(Math.abs(now.getTime() - at.getTime()) / 1_000)
    if (offS > PROVIDER_EVENT_TOLERANCE_S)
      throw new SignatureInvalid(
        `The time of the signature differs from the clock of this server by ${offS} s; at most ${PROVIDER_EVENT_TOLERANCE_S} s are allowed. Set both clocks, and send the event again.`,
      )
    const { type, at: happened, ...content } = JSON.parse(text) as Content
    const hasContent = 'capture' in content || 'refund' in content
    return { id: signed['webhook-id'], type, at: new Date(happened), content: hasContent ? content : null }
  }

  serve(app: FastifyInstance): void {
    this.send = ({ body, headers }) =>
      app.inject({ method: 'POST', url: '/api/payments/events/fake', headers, payload: body })
    fakePages(app, this)
  }

  /** Returns the page to show, or undefined. */
  shown(page: string): FakePage | undefined {
    return this.books.pages.get(page)
  }

  /** Does an action of the customer on an open page and sends its events. @returns the events, in order */
  play(page: string, move: FakeMove, events: FakeEvents): SignedEvent[] {
    if (this.books.page(page).isClosed) return []
    const happened: Content[] = []
    if (move === 'pay' || move === 'confirm' || move === 'pay_twice') happened.push(this.take(page))
    if (move === 'pay_twice') happened.push(this.take(page))
    if (move === 'decline') happened.push({ type: 'payment.declined', at: this.at() })
    const signed = happened.map((content) => this.sign(content))
    if (events === 'never') return signed
    const delayMs = events === 'late' ? LATE_MS : 0
    for (const event of events === 'twice' ? [...signed].reverse().concat(signed) : signed) this.deliver(event, delayMs)
    return signed
  }

  /** Settles a refund and sends an event of it once. */
  settle(refund: FakeRefund, state: 'succeeded' | 'failed'): void {
    const settled = { ...refund, state }
    this.books.write({ kind: 'refund', refund: settled })
    const { wish: _, ...content } = settled
    this.deliver(this.sign({ type: `refund.${state}`, at: this.at(), refund: content }), 0)
  }

  /** Pays out all captures and refunds, less the fees, in one payout for each currency. Only tests call it. */
  payOut(): void {
    const at = this.at()
    const currencies = new Set([...this.books.open.values()].map(({ currency }) => currency))
    for (const currency of currencies) {
      const some = [...this.books.open].filter(([, one]) => one.currency === currency)
      const [amount, fee] = (['amount', 'fee'] as const).map((name) =>
        some.reduce((sum, [, one]) => sum + one[name], 0),
      )
      const payout = { reference: reference('payout'), amount: amount ?? 0, fee: fee ?? 0, currency }
      this.books.write({ kind: 'payout', payout, at, settles: some.map(([name]) => name) })
    }
  }

  sign(content: Content): SignedEvent {
    return this.signed(JSON.stringify(content), reference('event'))
  }

  /** Signs the same event at the current time, as a provider does when it sends an event again. */
  renewed({ body, headers }: SignedEvent): SignedEvent {
    return this.signed(body, headers['webhook-id'] ?? '')
  }

  private signed(body: string, id: string): SignedEvent {
    const timestamp = Math.floor(this.settings.now().getTime() / 1_000)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook({ id, timestamp, body }, [this.settings.secret]),
      },
    }
  }

  private take(page: string): Content {
    const { paymentId, amount, currency } = this.books.page(page).wish
    const capture: Capture = {
      reference: reference('capture'),
      paymentId,
      amount,
      currency,
      cardBrand: 'visa',
      cardLast4: '4242',
      fee: feeOf(amount),
    }
    this.books.write({ kind: 'capture', page, capture })
    return { type: 'payment.captured', at: this.at(), capture }
  }

  private leftOf(captureReference: string): number {
    const given = [...this.books.refunds.values()]
      .filter(({ wish: request, state }) => request.captureReference === captureReference && state !== 'failed')
      .reduce((sum, { wish: request }) => sum + request.amount, 0)
    return (this.books.capture(captureReference)?.amount ?? 0) - given
  }

  private at(): string {
    return this.settings.now().toISOString()
  }

  private deliver(event: SignedEvent, delayMs: number): void {
    const sent = sleep(delayMs, undefined, { ref: false })
      .then(() => this.send(this.renewed(event)))
      .catch(() => undefined)
      .finally(() => this.sending.delete(sent))
    if (delayMs === 0) this.sending.add(sent)
  }

  /** Resolves when all events without a delay have been sent. */
  async delivered(): Promise<void> {
    await Promise.all(this.sending)
  }
}
