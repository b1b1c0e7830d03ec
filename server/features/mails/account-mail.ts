import type { MailBlock } from '../../../contract/entities/mail'
import type { AccountLinkPurpose, Language } from '../../../contract/vocabulary'
import { enqueue } from '../../db/jobs'
import type { Tx } from '../../db/transaction'
import { departureOf } from '../../documents/formats'
import { fill, localeOf } from '../../documents/manifest-words'
import { mailWords } from '../../documents/mail-words'
import { companyOf, insertMail } from './repository'
import { SEND_MAIL } from './write'

interface AccountMail {
  purpose: AccountLinkPurpose
  linkId: string
  /** Where the reader opens the console. */
  origin: string
  recipient: string
  language: Language
  name: string
  username: string
  userId: string
  expiresAt: Date
}

/** Writes the mail by which somebody chooses a password, and leaves it to be sent. */
export async function sendAccountLink(tx: Tx, mail: AccountMail): Promise<void> {
  const { purpose, language, username } = mail
  const company = await companyOf(tx)
  const words = mailWords(language)
  const { subject, intro } = words.kinds[`account_${purpose}`]
  const until = departureOf(mail.expiresAt.toISOString(), company.timezone, localeOf(language))
  const content: MailBlock[] = [
    { kind: 'text', text: fill(words.greeting, { name: mail.name }) },
    { kind: 'text', text: fill(intro, { company: company.name }) },
    { kind: 'facts', rows: [{ label: words.username, value: username }] },
    { kind: 'link', text: words.choosePassword, link_id: mail.linkId, origin: mail.origin },
    { kind: 'text', text: fill(words.linkUntil, { until }) },
    { kind: 'quiet', text: company.name },
  ]
  const id = await insertMail(
    tx,
    {
      kind: `account_${purpose}`,
      status: 'queued',
      language,
      recipient: mail.recipient,
      subject: fill(subject, { company: company.name }),
      content,
      attachments: [],
      entity_type: 'users',
      entity_id: mail.userId,
      entity_label: username,
    },
    null,
  )
  if (id !== null) await enqueue(tx, { kind: SEND_MAIL, payload: { mail_id: id }, key: id })
}
