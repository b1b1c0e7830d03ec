import fc from 'fast-check'
import type { PriceLine } from '../../contract/core/price-line'
import type { DeskMethod } from '../../contract/core/vocabulary'
import { summed, total, type Entry } from '../../server/domain/ledger/entries'
import { operatorPaid, paid, paidOut, refunded, statementPaid } from '../../server/domain/ledger/money'
import { changeOfSale, standing, type Sale } from '../../server/domain/ledger/sale'
import { lapsedWriteOff } from '../../server/domain/payments/written-off'
import { taxLines } from '../../server/domain/pricing/tax'
import { owedFor } from '../../server/domain/reservations/payment'

/* Random histories of a reservation, and the invariants of the ledger after each step. */

const PARTNERS = ['sunvia', 'nordtrip'] as const
const OPERATORS = ['sierra', 'costa'] as const
const METHODS = ['cash', 'terminal', 'transfer'] as const
/** The highest price of a line, in minor units: 500.00 EUR, 80000 JPY, 150.000 KWD. */
const MOST = { EUR: 50_000, JPY: 80_000, KWD: 150_000 } as const

interface Price {
  fare: number
  addons: readonly number[]
  retained: number
  fareTaxBp: number
  addonTaxBp: number
  mode: 'inclusive' | 'exclusive'
}

/** Shares are percentages of the available amount, from 0 to 100. */
type Command =
  | { kind: 'pay' | 'refund' | 'write_off'; share: number; method: DeskMethod }
  | { kind: 'change'; price: Price }
  | { kind: 'cancel'; share: number }
  | { kind: 'undo' | 'travel' | 'reverse' | 'close' | 'pay_operator' }
  | { kind: 'pay_out' | 'settle'; share: number }
  | { kind: 'hand_over'; partner: string | null; share: number }
  | { kind: 'farm_out'; operator: string | null; cost: number }

const priceOf = (most: number): fc.Arbitrary<Price> =>
  fc.record({
    fare: fc.nat(most),
    addons: fc.array(fc.nat(most), { maxLength: 2 }),
    retained: fc.oneof(fc.constant(0), fc.nat(Math.round(most / 4))),
    fareTaxBp: fc.constantFrom(0, 500, 900, 2_100),
    addonTaxBp: fc.constantFrom(0, 900, 1_900),
    mode: fc.constantFrom('inclusive' as const, 'exclusive' as const),
  })

const commandOf = (most: number): fc.Arbitrary<Command> => {
  const share = fc.nat(100)
  const method = fc.constantFrom(...METHODS)
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'refund' as const), share, method }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('write_off' as const), share, method }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), price: priceOf(most) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), share }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'undo' as const,
          'travel' as const,
          'reverse' as const,
          'close' as const,
          'pay_operator' as const,
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('pay_out' as const, 'settle' as const), share }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('hand_over' as const),
        partner: fc.constantFrom(null, ...PARTNERS),
        share: fc.nat(30),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('farm_out' as const),
        operator: fc.constantFrom(null, ...OPERATORS),
        cost: fc.nat(most),
      }),
    },
  )
}

export const histories = fc.constantFrom('EUR', 'JPY', 'KWD').chain((currency) =>
  fc.record({
    currency: fc.constant(currency),
    price: priceOf(MOST[currency]),
    commands: fc.array(commandOf(MOST[currency]), { maxLength: 12 }),
  }),
)
type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never

interface Posted {
  method: DeskMethod | 'written_off'
  amount: number
  isPayment: boolean
  isReversed: boolean
}

/** The amount that a partner was billed for this reservation, as the difference from earlier statements. */
interface Statement {
  partner: string
  net: number
  paid: number
}

interface Life {
  sale: Sale
  /** Balances of the reservation's own transactions so far. */
  balances: Entry[]
  /** Balances of other transactions: statements of partners, payments to operators, payouts of the provider. */
  apart: Entry[]
  paidMinor: number
  payments: Posted[]
  statements: Statement[]
}

/** Replays a history. @throws Error with the step that violates an invariant */
export function live({ price, commands }: History): void {
  const life: Life = {
    sale: soldAt(price),
    balances: [],
    paidMinor: 0,
    apart: [],
    payments: [],
    statements: [],
  }
  write(life, changeOfSale([], life.sale))
  verify(life, 'book')
  for (const command of commands) {
    obey(life, command)
    verify(life, command.kind)
  }
  finish(life)
}

function soldAt(price: Price): Sale {
  return {
    environment: 'live',
    status: 'confirmed',
    ...pricedAt(price),
    cancellation_fee_minor: 0,
    partner_id: null,
    commission_minor: 0,
    operated_by_partner_id: null,
    operator_cost_minor: null,
  }
}

function pricedAt(price: Price): Pick<Sale, 'price_lines' | 'total_minor'> {
  const addons = price.addons.map((amount, index) => ({ code: `BAG${index}`, amount, rateBp: price.addonTaxBp }))
  const taxed = [{ code: 'fare', amount: price.fare, rateBp: price.fareTaxBp }, ...addons]
  const { lines } = taxLines(taxed, price.mode)
  const drafts = [
    { kind: 'base_fare' as const, code: 'fare', quantity: 1, unit_minor: price.fare },
    ...addons.map(({ code, amount }) => ({ kind: 'addon' as const, code, quantity: 1, unit_minor: amount })),
    ...(price.retained > 0
      ? [{ kind: 'cancellation_fee' as const, code: 'fee', quantity: 1, unit_minor: price.retained }]
      : []),
    ...lines,
  ]
  const price_lines = drafts.map((draft, index): PriceLine => ({
    rule_id: null,
    rule_version: null,
    passenger_category: null,
    percent_bp: null,
    base_minor: null,
    label: { en: draft.code },
    ...draft,
    seq: index + 1,
    amount_minor: draft.quantity * draft.unit_minor,
  }))
  return { price_lines, total_minor: price_lines.reduce((sum, line) => sum + line.amount_minor, 0) }
}

const isSold = ({ status }: Sale) => status === 'confirmed'
const owed = ({ sale }: Life) =>
  owedFor({ status: sale.status, total: sale.total_minor, fee: sale.cancellation_fee_minor })
const partOf = (amount: number, share: number) => Math.floor((amount * share) / 100)

function write(life: Life, entries: readonly Entry[]): void {
  if (total(entries) !== 0) throw new Error(`A transaction sums to ${total(entries)}.`)
  life.balances = summed([...life.balances, ...entries])
}

function writeApart(life: Life, entries: readonly Entry[]): void {
  if (total(entries) !== 0) throw new Error(`A transaction sums to ${total(entries)}.`)
  life.apart = summed([...life.apart, ...entries])
}

function resell(life: Life, change: Partial<Sale>): void {
  life.sale = { ...life.sale, ...change }
  write(life, changeOfSale(life.balances, life.sale))
  const lapsed = lapsedWriteOff({ owed: owed(life), paid: life.paidMinor, writtenOff: writtenOff(life) })
  take(life, 'written_off', lapsed, false)
}

const signed = ({ amount, isPayment }: Posted) => (isPayment ? amount : -amount)
const writtenOff = ({ payments }: Life) =>
  payments
    .filter(({ method, isReversed }) => method === 'written_off' && !isReversed)
    .reduce((sum, one) => sum + signed(one), 0)

function move(life: Life, method: Posted['method'], amount: number, isPayment: boolean): void {
  if (amount <= 0) return
  const moves = isPayment ? paid : refunded
  write(life, moves(method, amount, life.sale, method === 'cash' ? 'till' : null))
  life.paidMinor += isPayment ? amount : -amount
}

function take(life: Life, method: Posted['method'], amount: number, isPayment: boolean): void {
  if (amount <= 0) return
  move(life, method, amount, isPayment)
  life.payments.push({ method, amount, isPayment, isReversed: false })
}

const refundable = ({ payments }: Life) =>
  payments
    .filter(({ method, isReversed }) => method !== 'written_off' && !isReversed)
    .reduce((sum, one) => sum + signed(one), 0)

function obey(life: Life, command: Command): void {
  const { sale } = life
  switch (command.kind) {
    case 'pay':
      return take(life, command.method, partOf(owed(life) - life.paidMinor, command.share), true)
    case 'write_off':
      return take(life, 'written_off', partOf(owed(life) - life.paidMinor, command.share), true)
    case 'refund':
      return take(life, command.method, partOf(Math.min(refundable(life), life.paidMinor), command.share), false)
    case 'reverse': {
      // A lapsed amount of a write-off cannot be reversed, nor can a write-off that has partly lapsed.
      const mistake = life.payments.findLast(
        ({ isReversed, isPayment, method }) => !isReversed && (method !== 'written_off' || isPayment),
      )
      if (mistake?.method === 'written_off' && writtenOff(life) < mistake.amount) return
      if (!mistake) return
      if (mistake.isPayment && mistake.method !== 'written_off' && refundable(life) < mistake.amount) return
      mistake.isReversed = true
      return move(life, mistake.method, mistake.amount, !mistake.isPayment)
    }
    case 'change':
      return isSold(sale) ? resell(life, pricedAt(command.price)) : undefined
    case 'cancel': {
      if (!isSold(sale)) return
      return resell(life, {
        status: 'cancelled',
        cancellation_fee_minor: partOf(Math.max(0, sale.total_minor), command.share),
      })
    }
    case 'undo':
      return sale.status === 'cancelled' ? resell(life, { status: 'confirmed', cancellation_fee_minor: 0 }) : undefined
    case 'travel':
      return isSold(sale) ? resell(life, { status: 'completed' }) : undefined
    case 'hand_over': {
      const commission_minor = command.partner === null ? 0 : partOf(sale.total_minor, command.share)
      return resell(life, { partner_id: command.partner, commission_minor })
    }
    case 'farm_out':
      return isSold(sale)
        ? resell(life, {
            operated_by_partner_id: command.operator,
            operator_cost_minor: command.operator === null ? null : command.cost,
          })
        : undefined
    case 'close':
      return close(life)
    case 'settle':
      return settle(life, command.share)
    case 'pay_operator':
      return payOperators(life)
    case 'pay_out': {
      const onItsWay = sumOf(life, ['provider'])
      if (onItsWay > 0) writeApart(life, paidOut(onItsWay, partOf(onItsWay, Math.min(command.share, 5))))
    }
  }
}

const owedByPartner = ({ balances }: Pick<Life, 'balances'>, partner: string) =>
  total(balances.filter(({ account, sub_id }) => account === 'partners' && sub_id === partner))
const statementsOf = ({ statements }: Life, partner: string) => statements.filter((one) => one.partner === partner)

/** Creates a statement for each partner that owes another amount than its earlier statements say. */
function close(life: Life): void {
  for (const partner of PARTNERS) {
    const billed = statementsOf(life, partner).reduce((sum, { net }) => sum + net, 0)
    const net = owedByPartner(life, partner) - billed
    if (net !== 0) life.statements.push({ partner, net, paid: 0 })
  }
}

/** Partners pay a share of the open amount of each statement, and receive it for statements in their favour. */
function settle(life: Life, share: number): void {
  for (const statement of life.statements) {
    const open = statement.net - statement.paid
    const amount = partOf(Math.abs(open), share)
    if (amount === 0) continue
    const { partner } = statement
    writeApart(life, open > 0 ? statementPaid('transfer', amount, partner, null) : owedBack(amount, partner))
    statement.paid += open > 0 ? amount : -amount
  }
}

const owedBack = (amount: number, partner_id: string) => refunded('transfer', amount, { partner_id }, null)

function payOperators(life: Life): void {
  for (const { account, sub_id, amount_minor } of everything(life))
    if (account === 'operators' && sub_id !== null && amount_minor < 0)
      writeApart(life, operatorPaid(-amount_minor, sub_id))
}

const everything = ({ balances, apart }: Life): Entry[] => summed([...balances, ...apart])

const sumOf = (life: Life, accounts: readonly Entry['account'][]) =>
  total(everything(life).filter(({ account }) => accounts.includes(account)))
const sumWithin = ({ balances }: Life, accounts: readonly Entry['account'][]) =>
  total(balances.filter(({ account }) => accounts.includes(account)))

function verify(life: Life, after: string): void {
  const { sale, balances } = life
  const fail = (what: string) => {
    throw new Error(`After ${after}: ${what} ${JSON.stringify({ sale, balances, paid: life.paidMinor })}`)
  }
  if (total(balances) !== 0) fail('the ledger does not sum to zero.')
  if (changeOfSale(balances, sale).length > 0) fail('a sale that did not change is posted again.')
  const expected = owed(life) - sumWithin(life, ['commission']) - life.paidMinor
  if (sumWithin(life, ['customers', 'partners']) !== expected) fail(`${expected} should be owed.`)
  const owing = balances.filter(({ account }) => account === 'customers' || account === 'partners')
  if (owing.some(({ sub_id }) => sub_id !== sale.partner_id))
    fail('an account that is not part of the sale owes money.')
  if (life.paidMinor < 0) fail('less than nothing is paid.')
  if (life.paidMinor - owed(life) > Math.max(0, refundable(life))) fail('more is due back than was ever paid.')
  for (const partner of PARTNERS) {
    const open = statementsOf(life, partner).reduce((sum, { net, paid }) => sum + net - paid, 0)
    const billed = statementsOf(life, partner).reduce((sum, { net }) => sum + net, 0)
    const unbilled = owedByPartner(life, partner) - billed
    const owes = owedByPartner({ balances: everything(life) }, partner)
    if (owes !== open + unbilled)
      fail(`${partner} owes ${owes}, its statements say ${open}, and ${unbilled} is on none.`)
  }
}

/** After a completed and settled history only revenue, expenses and money accounts have balances. */
function finish(life: Life): void {
  if (isSold(life.sale)) resell(life, { status: 'completed' })
  take(life, 'transfer', owed(life) - life.paidMinor, true)
  take(life, 'transfer', life.paidMinor - owed(life), false)
  close(life)
  settle(life, 100)
  payOperators(life)
  verify(life, 'the end')
  for (const account of ['customers', 'partners', 'operators', 'unearned'] as const) {
    // An operator that was paid for a journey it did not operate still owes that amount.
    const left = sumOf(life, [account])
    if (account === 'operators' ? left < 0 : left !== 0) throw new Error(`${account} is left with ${left} at the end.`)
  }
  const expected = summed(standing(life.sale))
  const earned = life.balances.filter(({ account }) => expected.some((one) => one.account === account))
  if (total(earned) !== total(expected)) throw new Error('What is left is not what was sold.')
}
