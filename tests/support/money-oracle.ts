/** A payment or refund that the server has acknowledged. */
export interface Moved {
  id: string
  direction: 'payment' | 'refund'
  method: 'cash' | 'terminal' | 'transfer' | 'link' | 'written_off'
  state: 'pending' | 'posted' | 'voided' | 'expired'
  amount_minor: number
  needs_approval: boolean
  refund_of_id: string | null
  reverses_id: string | null
  user_id: string | null
}

const signed = ({ direction, amount_minor }: Moved): number => (direction === 'payment' ? amount_minor : -amount_minor)
const sum = (some: readonly Moved[]): number => some.reduce((all, one) => all + one.amount_minor, 0)

/** Computes the money of one reservation from acknowledged calls, by docs/domain/money.md alone. */
export class MoneyOracle {
  owed = 0
  readonly moved: Moved[] = []
  /** @param limit what one person may refund without approval */
  constructor(readonly limit: number) {}

  get(id: string): Moved | undefined {
    return this.moved.find((one) => one.id === id)
  }

  /** Returns the posted payments less refunds, optionally of some methods only. */
  paid(counts: (method: Moved['method']) => boolean = () => true): number {
    const posted = this.moved.filter(({ state, method }) => state === 'posted' && counts(method))
    return posted.reduce((all, one) => all + signed(one), 0)
  }

  writtenOff(): number {
    return this.paid((method) => method === 'written_off')
  }

  pending(direction: Moved['direction']): number {
    return sum(this.moved.filter((one) => one.state === 'pending' && one.direction === direction))
  }

  /** Returns the open amount; a negative amount is due back. */
  open(): number {
    return this.owed - this.paid()
  }

  refundable(): number {
    return this.paid((method) => method !== 'written_off') - this.pending('refund')
  }

  isReversed(one: Moved): boolean {
    return this.moved.some(({ reverses_id }) => reverses_id === one.id)
  }

  /** Returns the part of a payment that is neither refunded nor requested back. */
  leftOf({ id, amount_minor }: Moved): number {
    const back = this.moved.filter(
      (one) =>
        one.direction === 'refund' &&
        (one.state === 'posted' || one.state === 'pending') &&
        (one.refund_of_id === id || one.reverses_id === id) &&
        !this.isReversed(one),
    )
    return amount_minor - sum(back)
  }

  /** Returns whether a refund needs a second approver. */
  needsSecond(amount: number): boolean {
    const alone = this.moved.filter(
      (one) =>
        one.direction === 'refund' &&
        one.method !== 'written_off' &&
        one.reverses_id === null &&
        !one.needs_approval &&
        one.state !== 'voided' &&
        !this.isReversed(one),
    )
    return sum(alone) + amount > this.limit
  }

  /** Payments are reversed in full, write-offs up to their remaining amount, provider payments never. */
  reversal(one: Moved): number | 'invalid_state' | 'refund_beyond_paid' {
    if (one.state !== 'posted' || one.method === 'link' || one.reverses_id !== null || this.isReversed(one))
      return 'invalid_state'
    if (one.direction === 'refund') return one.method === 'written_off' ? 'invalid_state' : one.amount_minor
    if (one.method === 'written_off') return this.leftOf(one) > 0 ? this.leftOf(one) : 'invalid_state'
    return Math.min(this.leftOf(one), this.refundable()) < one.amount_minor ? 'refund_beyond_paid' : one.amount_minor
  }

  /** Returns the written-off amount that is no longer owed. */
  lapsing(): number {
    return Math.max(0, Math.min(this.writtenOff(), -this.open()))
  }
}
