import type { Payment } from '../../contract/entities/payment'
import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import { dayOf, moneyOf, zonedTimeOf } from './formats'
import { Sheet } from './sheet'
import { receiptWords } from './words'

export interface ReceiptSheet {
  language: Language
  company: string
  timezone: string
  /** Unique, without gaps. */
  number: number
  reservation: { reference: string; leadName: string }
  payment: Pick<
    Payment,
    'reference' | 'direction' | 'method' | 'amount_minor' | 'tendered_minor' | 'currency' | 'card_brand' | 'card_last4'
  >
  /** When the money moved. */
  at: string
}

const NUMBER_DIGITS = 6
/** `000042` */
export const receiptNumber = (number: number): string => String(number).padStart(NUMBER_DIGITS, '0')

/** Returns the receipt of a payment or a refund as a PDF, from right to left in Arabic. */
export async function receiptPdf(receipt: ReceiptSheet): Promise<Buffer> {
  const { language, payment, reservation, timezone, at } = receipt
  const words = receiptWords(language)
  const locale = INTL_LOCALES[language]
  const money = (minor: number) => moneyOf(minor, payment.currency, locale)
  const title = payment.direction === 'payment' ? words.title : words.refund
  const number = receiptNumber(receipt.number)
  const page = await Sheet.open(language, `${title} ${number}`, receipt)
  page.line(receipt.company, 0, page.width, { size: 11, quiet: true })
  page.y += 22
  page.line(title, 0, page.width, { size: 20, weight: 'strong', heading: 'H1' })
  page.y += 36
  fact(page, words.number, number)
  fact(page, words.date, `${dayOf(at, timezone, locale)}, ${zonedTimeOf(at, timezone, locale)}`)
  fact(page, words.reservation, reservation.reference, true)
  fact(page, words.name, reservation.leadName, true)
  fact(page, words.payment, payment.reference, true)
  page.y += 8
  page.rule()
  page.y += 12
  const card = payment.card_last4 === null ? '' : ` (${payment.card_brand ?? ''} ${payment.card_last4})`
  row(page, words.method, `${words.methods[payment.method]}${card}`)
  row(page, payment.direction === 'payment' ? words.received : words.refunded, money(payment.amount_minor), true)
  if (payment.tendered_minor !== null && payment.tendered_minor > payment.amount_minor) {
    row(page, words.given, money(payment.tendered_minor))
    row(page, words.change, money(payment.tendered_minor - payment.amount_minor))
  }
  return page.finish((sheet, sheets) => `${number} · ${sheet}/${sheets}`)
}

function fact(page: Sheet, label: string, value: string, own = false): void {
  page.line(label, 0, page.width, { size: 8, quiet: true })
  page.y += 11
  page.line(value, 0, page.width, { size: 12, weight: 'strong', own })
  page.y += 21
}

function row(page: Sheet, label: string, value: string, isSum = false): void {
  const look = { size: isSum ? 13 : 11, weight: isSum ? 'strong' : 'normal' } as const
  page.line(label, 0, page.width - 220, look)
  page.line(value, page.width - 220, 220, { ...look, atEnd: true })
  page.y += isSum ? 24 : 20
}
