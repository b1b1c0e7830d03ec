import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Capture, PageRequest, Payout, ProviderRefund, RefundRequest } from '../provider'

/** Actions of the customer on the page of the fake provider. */
export const FAKE_MOVES = ['pay', 'pay_twice', 'confirm', 'decline', 'close'] as const
export type FakeMove = (typeof FAKE_MOVES)[number]
/** When the event of an action is sent. */
export const FAKE_EVENTS = ['now', 'late', 'twice', 'never'] as const
export type FakeEvents = (typeof FAKE_EVENTS)[number]

/** Page as the provider stores it. */
export interface FakePage {
  reference: string
  wish: Omit<PageRequest, 'expiresAt'> & { expiresAt: string }
  captures: Capture[]
  isClosed: boolean
}

export interface FakeRefund extends ProviderRefund {
  wish: RefundRequest
}

type Entry =
  | { kind: 'page'; reference: string; wish: FakePage['wish'] }
  | { kind: 'closed'; page: string }
  | { kind: 'capture'; page: string; capture: Capture }
  | { kind: 'refund'; refund: FakeRefund }
  | { kind: 'payout'; payout: Payout; at: string; settles: string[] }

/**
 * State of the fake provider in an append-only file, so that it survives a crash of the process, as the state of a real
 * provider does.
 * @param file null stores it in memory
 */
export class FakeBooks {
  readonly pages = new Map<string, FakePage>()
  readonly refunds = new Map<string, FakeRefund>()
  readonly payouts: { payout: Payout; at: string }[] = []
  /** Captures and refunds that are in no payout yet. */
  readonly open = new Map<string, { currency: string; amount: number; fee: number }>()

  constructor(private readonly file: string | null) {
    if (file === null || !existsSync(file)) return
    // A crash may leave half a line, which belongs to a request without an answer.
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) this.take(JSON.parse(line) as Entry)
  }

  write(entry: Entry): void {
    if (this.file !== null) {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 })
      appendFileSync(this.file, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    }
    this.take(entry)
  }

  private take(entry: Entry): void {
    switch (entry.kind) {
      case 'page':
        this.pages.set(entry.reference, { ...entry, captures: [], isClosed: false })
        break
      case 'closed':
        this.page(entry.page).isClosed = true
        break
      case 'capture': {
        const { reference, amount, currency, fee } = entry.capture
        this.page(entry.page).captures.push(entry.capture)
        this.open.set(reference, { currency, amount, fee: fee ?? 0 })
        break
      }
      case 'refund': {
        const { refund } = entry
        this.refunds.set(refund.refundId, refund)
        const { amount, currency } = refund.wish
        if (refund.state === 'succeeded') this.open.set(refund.reference, { currency, amount: -amount, fee: 0 })
        break
      }
      case 'payout':
        this.payouts.push(entry)
        for (const reference of entry.settles) this.open.delete(reference)
    }
  }

  page(reference: string): FakePage {
    const page = this.pages.get(reference)
    if (!page) throw new Error(`The fake provider has no page ${reference}.`)
    return page
  }

  capture(reference: string): Capture | undefined {
    return [...this.pages.values()].flatMap(({ captures }) => captures).find((one) => one.reference === reference)
  }
}
