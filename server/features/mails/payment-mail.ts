import type { Mail, MailBlock } from '../../../contract/entities/mail'
import type { Reservation } from '../../../contract/entities/reservation'
import { INTL_LOCALES, type Language } from '../../../contract/core/languages'
import { enqueue } from '../../db/jobs'
import type { Tx } from '../../db/transaction'
import { departureOf, moneyOf } from '../../documents/formats'
import { mailWords } from '../../documents/mail-words'
import { phoneText } from '../../documents/phone-text'
import { fill } from '../../documents/words'
import { greetingTo } from './greeting'
import { companyOf } from './repository/facts'
import { insertMail } from './repository/mails'
import { SEND_MAIL } from './write'

interface PaymentMail {
  linkId: string
  recipient: string
  language: Language
  reservation: Reservation
  /** Minor units of the reservation's currency. */
  amount: number
  expiresAt: string
}

/** Writes a mail with a payment link. @returns its status: `kept` without a mail server */
export async function sendPaymentMail(
  tx: Tx,
  { linkId, recipient, language, reservation, amount, expiresAt }: PaymentMail,
  { origin, sends }: { origin: string; sends: boolean },
): Promise<Mail['status']> {
  const company = await companyOf(tx)
  const words = mailWords(language)
  const locale = INTL_LOCALES[language]
  const values = {
    reference: reservation.reference,
    amount: moneyOf(amount, reservation.currency, locale),
    until: departureOf(expiresAt, company.timezone, locale),
  }
  const { subject, intro } = words.kinds.payment_link
  const phone = company.contact_phone && phoneText(company.contact_phone, language)
  const contact = [phone, company.contact_email].filter((line) => line !== null).join(' · ')
  const content: MailBlock[] = [
    { kind: 'text', text: greetingTo(reservation.lead_name, language) },
    { kind: 'text', text: fill(intro, values) },
    { kind: 'facts', rows: [{ label: words.reference, value: reservation.reference }] },
    { kind: 'link', text: words.pay, link_id: linkId, origin },
    ...(contact === '' ? [] : [{ kind: 'text' as const, text: fill(words.contact, { contact }) }]),
    { kind: 'quiet', text: company.name },
  ]
  const status = sends ? 'queued' : 'kept'
  const id = await insertMail(
    tx,
    {
      kind: 'payment_link',
      status,
      language,
      recipient,
      subject: fill(subject, values),
      content,
      attachments: [],
      entity_type: 'reservations',
      entity_id: reservation.id,
      entity_label: reservation.reference,
    },
    null,
  )
  if (id !== null && sends) await enqueue(tx, { kind: SEND_MAIL, payload: { mail_id: id }, key: id })
  return status
}
