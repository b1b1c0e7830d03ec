import { INTL_LOCALES, type Language } from '../../contract/core/languages'
import { departureOf, moneyOf } from './formats'
import { escaped } from './html'
import { phoneText } from './phone-text'
import { plainPage } from './plain-page'
import { DICTIONARIES, fill } from './words'

/** Segment of the trip that the payment is for. */
export interface PaidTrip {
  from: string
  to: string
  /** UTC. */
  at: string
  timezone: string
}

export interface PayPage {
  language: Language
  company: { name: string; timezone: string; contact_phone: string | null; contact_email: string | null }
  /** `open`: it can be paid. `waiting`: the customer is back from the provider, which has not reported a payment yet. */
  state: 'open' | 'waiting' | 'paid' | 'lapsed' | 'cancelled'
  /** Whether the provider cannot be reached. */
  isUnavailable: boolean
  reference: string
  amount: number
  currency: string
  expiresAt: string
  trips: readonly PaidTrip[]
  /** Address of the provider's page. */
  checkout: string
}

/** Returns the page of a payment link: purpose, amount, deadline, and the link to the provider. */
export function payPage(page: PayPage): string {
  const { language, company, state, reference } = page
  const { pay, desk, mail } = DICTIONARIES[language].app
  const locale = INTL_LOCALES[language]
  const amount = moneyOf(page.amount, page.currency, locale)
  const title = fill(pay.title, { reference })
  const heads = {
    open: title,
    waiting: pay.waitingTitle,
    paid: pay.paidTitle,
    lapsed: pay.lapsedTitle,
    cancelled: pay.cancelledTitle,
  }
  const until = fill(pay.until, { until: departureOf(page.expiresAt, company.timezone, locale) })
  const texts = {
    open: until,
    waiting: pay.waiting,
    paid: fill(pay.paid, { amount }),
    lapsed: pay.lapsed,
    cancelled: pay.cancelled,
  }
  const isPayable = state === 'open' || state === 'waiting'
  const trips = page.trips.map(({ from, to, at, timezone }) =>
    row(
      pay.trip,
      `<bdi>${escaped(from)}</bdi> – <bdi>${escaped(to)}</bdi><span>${escaped(departureOf(at, timezone, locale))}</span>`,
    ),
  )
  const contacts = [
    company.contact_phone && phoneText(company.contact_phone, language),
    company.contact_email && leftToRight(company.contact_email),
  ]
  const contact = contacts.filter((line) => line !== null).join(' · ')
  const body = [
    `<header>${escaped(company.name)}</header><h1>${escaped(heads[state])}</h1>`,
    page.isUnavailable ? `<p role="alert">${escaped(pay.unavailable)}</p>` : '',
    `<p>${escaped(texts[state])}</p>`,
    `<dl>${row(desk.ticket.reference, `<bdi>${escaped(reference)}</bdi>`)}${trips.join('')}${isPayable ? row(pay.amount, `<bdi>${escaped(amount)}</bdi>`) : ''}</dl>`,
    isPayable
      ? `<a class="button" href="${escaped(page.checkout)}">${escaped(fill(pay.button, { amount }))}</a><p class="quiet">${escaped(pay.hint)}</p>`
      : '',
    contact === '' ? '' : `<p class="quiet">${escaped(fill(mail.letter.contact, { contact }))}</p>`,
  ]
  return plainPage({ language, title: `${title} · ${company.name}`, body: body.join('\n'), isInAll: true })
}

/** Returns the page for an address of no payment link. */
export function noPayPage(language: Language): string {
  const { pay } = DICTIONARIES[language].app
  const body = `<h1>${escaped(pay.unknownTitle)}</h1><p>${escaped(pay.unknown)}</p>`
  return plainPage({ language, title: pay.unknownTitle, body, isInAll: true })
}

/** Isolates a number or an address from left to right within a text of either direction. */
const leftToRight = (text: string): string => `\u2066${text}\u2069`

/** @param html HTML of the value */
const row = (label: string, html: string): string => `<div><dt>${escaped(label)}</dt><dd>${html}</dd></div>`
