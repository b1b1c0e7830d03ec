import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMailer, MailRefused, type Mailer } from '../../../../server/adapters/mailer'
import { startMailServer, type TestMailServer } from '../../../support/smtp'

const PASSWORD = 'the-password'

let server: TestMailServer
let mailer: Mailer

beforeEach(async () => {
  server = await startMailServer()
})
afterEach(async () => {
  mailer.close()
  await server.close()
})

function open(requireTls: boolean): void {
  const url = server.url.replace('smtp://', `smtp://wayline:${PASSWORD}@`)
  mailer = createMailer({ url, from: 'desk@wayline.example', requireTls })
}

const send = () =>
  mailer.send({
    messageId: 'first',
    senderName: 'Wayline',
    replyTo: null,
    to: 'ana@example.com',
    subject: 'Your link',
    text: 'https://backoffice.example.com/welcome/secret',
    html: '<p>secret</p>',
    attachments: [],
  })

const failureOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => null,
    (error: unknown) => error,
  )

it('a mailer that requires TLS sends neither password nor mail to a server without STARTTLS and names the remedy', async () => {
  open(true)
  const failure = await failureOf(send())
  expect(failure).toMatchObject({
    message:
      '127.0.0.1 offers no encryption (STARTTLS), so nothing was sent to it. Use a mail server that does or one at smtps://; to send in clear text, set SMTP_REQUIRE_TLS=0. (Error upgrading connection with STARTTLS: 502 not implemented)',
  })
  // The failure is not permanent: another attempt may reach the real server.
  expect(failure).not.toBeInstanceOf(MailRefused)
  expect(server.verbs).not.toContain('AUTH')
  expect(server.verbs).not.toContain('MAIL')
  expect(server.received).toEqual([])
})

it('a mailer that requires TLS sends nothing to a server that knows only HELO', async () => {
  server.knowsEhlo = false
  open(true)
  expect(await failureOf(send())).toMatchObject({ message: expect.stringContaining('SMTP_REQUIRE_TLS=0') as string })
  expect(server.received).toEqual([])
})

it('a mailer that does not require TLS sends to a server without STARTTLS', async () => {
  open(false)
  await send()
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toContain('To: ana@example.com')
  expect(server.verbs).toEqual(expect.arrayContaining(['AUTH', 'MAIL']))
})
