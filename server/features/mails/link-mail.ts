import type { MailBlock } from '../../../contract/entities/mail'
import { enqueue } from '../../db/jobs'
import type { Tx } from '../../db/transaction'
import { departureOf } from '../../documents/formats'
import type { LinkMail } from '../../documents/link-mail'
import { fill } from '../../documents/words'
import { INTL_LOCALES } from '../../../contract/core/languages'
import { mailWords } from '../../documents/mail-words'
import { greetingTo } from './greeting'
import { companyOf } from './repository/facts'
import { insertMail } from './repository/mails'
import { SEND_MAIL } from './write'

/** Writes a mail with an invitation or password link, and enqueues it. */
export async function sendLinkMail(tx: Tx, mail: LinkMail): Promise<void> {
  const { kind, language, name, username, about } = mail
  const company = await companyOf(tx)
  const words = mailWords(language)
  const { subject, intro } = words.kinds[kind]
  const values = { company: company.name, partner: mail.partner ?? '' }
  const until = departureOf(mail.expiresAt.toISOString(), company.timezone, INTL_LOCALES[language])
  const isForPartner = kind === 'partner_invitation'
  const content: MailBlock[] = [
    { kind: 'text', text: greetingTo(name, language) },
    { kind: 'text', text: fill(intro, values) },
    { kind: 'facts', rows: [{ label: isForPartner ? words.email : words.username, value: username }] },
    {
      kind: 'link',
      text: isForPartner ? words.acceptInvitation : words.choosePassword,
      link_id: mail.linkId,
      origin: mail.origin,
    },
    { kind: 'text', text: fill(words.linkUntil, { until }) },
    { kind: 'quiet', text: company.name },
  ]
  const id = await insertMail(
    tx,
    {
      kind,
      status: 'queued',
      language,
      recipient: mail.recipient,
      subject: fill(subject, values),
      content,
      attachments: [],
      entity_type: about.type,
      entity_id: about.id,
      entity_label: about.label,
    },
    null,
  )
  if (id !== null) await enqueue(tx, { kind: SEND_MAIL, payload: { mail_id: id }, key: id })
}
