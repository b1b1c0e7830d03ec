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

/** The money of one reservation, added up from what was acknowledged by docs/domain/money.md alone. */
export class MoneyOracle {
  owed = 0
  readonly moved: Moved[] = []
  /** @param limit what one person alone may give back */
  constructor(readonly limit: number) {}

  get(id: string): Moved | undefined {
    return this.moved.find((one) => one.id === id)
  }

  /** Payments less refunds that are posted, of some methods or all. */
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

  /** What is still to be paid; less than nothing is due back. */
  open(): number {
    return this.owed - this.paid()
  }

  refundable(): number {
    return this.paid((method) => method !== 'written_off') - this.pending('refund')
  }

  isReversed(one: Moved): boolean {
    return this.moved.some(({ reverses_id }) => reverses_id === one.id)
  }

  /** What of a payment is neither given back nor asked for. */
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

  /** Whether a refund takes a second person. */
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

  /** A payment can be taken back whole, a write-off as far as it stands; nothing that a provider moved. */
  reversal(one: Moved): number | 'invalid_state' | 'refund_beyond_paid' {
    if (one.state !== 'posted' || one.method === 'link' || one.reverses_id !== null || this.isReversed(one))
      return 'invalid_state'
    if (one.direction === 'refund') return one.method === 'written_off' ? 'invalid_state' : one.amount_minor
    if (one.method === 'written_off') return this.leftOf(one) > 0 ? this.leftOf(one) : 'invalid_state'
    return Math.min(this.leftOf(one), this.refundable()) < one.amount_minor ? 'refund_beyond_paid' : one.amount_minor
  }

  /** How much of what was written off nobody owes any more. */
  lapsing(): number {
    return Math.max(0, Math.min(this.writtenOff(), -this.open()))
  }
}
