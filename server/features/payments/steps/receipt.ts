import { sentence } from '../../../../contract/core/sentence'
import type { Language } from '../../../../contract/core/languages'
import { inTransaction } from '../../../db/transaction'
import type { Db } from '../../../db/database'
import { printPdf } from '../../../documents/print-pdf'
import { receiptNumber } from '../../../documents/receipt'
import type { Context } from '../../../kernel/context'
import { wrongStateAt } from '../../../http/refusal'
import { issuer, receiptNumberOf } from '../repository/receipts'
import type { MoneyStores } from './money'

interface Receipt {
  pdf: Buffer
  /** File name. */
  name: string
}

/** Prints a receipt, and assigns its number on the first print. @throws Refusal invalid_state */
export async function printReceipt(
  db: Db,
  { payments, reservations }: MoneyStores,
  { id, language: requested }: { id: string; language: Language | undefined },
  context: Context,
): Promise<Receipt> {
  const { payment, number } = await inTransaction(db, async (tx) => {
    const locked = await payments.getIn(tx, id, 'no key update')
    const { reference, state, method, reservation_id } = locked
    if (state !== 'posted' || method === 'written_off' || reservation_id === null)
      throw wrongStateAt(
        'state',
        sentence`There is no receipt for ${reference}, because it neither took nor refunded money for a reservation.`,
      )
    const issued = { at: context.now().toISOString(), userId: context.actor.kind === 'user' ? context.actor.id : null }
    return { payment: { ...locked, reservation_id }, number: await receiptNumberOf(tx, id, issued) }
  })
  const reservation = await reservations.get(payment.reservation_id)
  const language = requested ?? reservation.locale
  const { name: company, timezone } = await issuer(db)
  const sheet = {
    language,
    company,
    timezone,
    number,
    payment,
    reservation: { reference: reservation.reference, leadName: reservation.lead_name },
    at: payment.posted_at ?? payment.created_at,
  }
  const pdf = await printPdf({ kind: 'receipt', sheet })
  return { pdf, name: `${receiptNumber(number)}-${language}.pdf` }
}
