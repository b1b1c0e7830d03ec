import type { MailBlock } from '../../contract/entities/mail'
import type { Language } from '../../contract/core/languages'
import { escaped } from './html'

interface Letter {
  language: Language
  subject: string
  content: readonly MailBlock[]
}

/** Returns the address of a link, which is known only when the mail is sent. */
type LinkAddress = (linkId: string, origin: string) => string

const INK = '#1b2430'
const ACCENT = '#1f4fd8'
const GREY = '#525b6b'
const HAIRLINE = '#d9dee6'
const FONT = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans Arabic', sans-serif"

/** Returns a mail as plain text. */
export const mailText = ({ content }: Letter, linkAddress: LinkAddress): string =>
  `${content.map((block) => textOf(block, linkAddress)).join('\n\n')}\n`

function textOf(block: MailBlock, linkAddress: LinkAddress): string {
  switch (block.kind) {
    case 'link':
      return `${block.text}:\n${linkAddress(block.link_id, block.origin)}`
    case 'ride':
      return [
        `${block.day} · ${block.code}`,
        `${block.from.time}  ${block.from.place}`,
        `${block.to.time}  ${block.to.place}`,
      ].join('\n')
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    default:
      return block.text
  }
}

/** Returns a mail as HTML, from right to left in Arabic. Styles are inline, since mail programs ignore style sheets. */
export function mailHtml({ language, subject, content }: Letter, linkAddress: LinkAddress): string {
  const isRtl = language === 'ae'
  const parts = content.map((block) => htmlOf(block, isRtl ? 'left' : 'right', linkAddress)).join('\n')
  return `<!doctype html>
<html lang="${isRtl ? 'ar' : language}" dir="${isRtl ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 16px;color:${INK};font:15px/1.5 ${FONT}">
<div style="max-width:560px;margin:0 auto">
${parts}
</div>
</body>
</html>
`
}

function htmlOf(block: MailBlock, end: 'left' | 'right', linkAddress: LinkAddress): string {
  switch (block.kind) {
    case 'link':
      return `<p style="margin:0 0 16px"><a href="${escaped(linkAddress(block.link_id, block.origin))}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:${ACCENT};color:#ffffff;text-decoration:none;font-weight:600">${escaped(block.text)}</a></p>`
    case 'text':
      return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`
    case 'quiet':
      return `<p style="margin:16px 0 0;padding-top:16px;border-top:1px solid ${HAIRLINE};color:${GREY};font-size:13px">${escaped(block.text)}</p>`
    case 'ride':
      return table(
        `<tr><td colspan="2" style="padding:0 0 8px;color:${GREY};font-size:13px">${escaped(`${block.day} · ${block.code}`)}</td></tr>` +
          [block.from, block.to]
            .map(
              ({ time, place }) =>
                `<tr><td width="64" style="padding:2px 0;font-weight:600;white-space:nowrap">${escaped(time)}</td><td style="padding:2px 0"><bdi>${escaped(place)}</bdi></td></tr>`,
            )
            .join(''),
      )
    case 'facts':
      return table(
        block.rows
          .map(
            ({ label, value }) =>
              `<tr><td style="padding:2px 0;color:${GREY}">${escaped(label)}</td><td align="${end}" style="padding:2px 0;font-weight:600"><bdi>${escaped(value)}</bdi></td></tr>`,
          )
          .join(''),
      )
  }
}

const table = (rows: string) =>
  `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;padding:12px 16px;border:1px solid ${HAIRLINE};border-radius:8px">${rows}</table>`
