import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, it } from 'vitest'
import { createMailer } from '../../server/adapters/mailer'
import { buildApp } from '../../server/app'
import { useApi, type Answer } from '../support/api'
import { adults, ride } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, PARTNER_PASSWORD, usePartners } from '../support/partner'
import { readMessage, startMailServer } from '../support/smtp'
import { useReceiver } from '../support/webhook-receiver'
import { sendWebhooks, workOff } from '../support/work'

const api = useApi()
const receiver = useReceiver()
const { bearer } = usePartners(api)

/** Reads every row of every table as text. */
async function dump(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(api.db)
  const parts: string[] = []
  for (const { name } of rows) {
    const table = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(api.db)
    parts.push(...table.rows.map(({ row }) => `${name} ${row}`))
  }
  return parts.join('\n')
}

it(
  'P-14 the server leaves no secret of a partner in the database, the mails or the log',
  async () => {
    api.now = new Date('2030-05-20T04:00:00Z')
    const lines: string[] = []
    const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    const post = await startMailServer()
    const from = 'partners@coaches.example'
    const smtp = { url: post.url, from, requireTls: false }
    const mailer = createMailer(smtp)
    // The same server with the log level trace.
    const loud = await buildApp({
      config: { ...api.config, logLevel: 'trace', smtp },
      secrets: api.secrets,
      database: api.database,
      consoleDir: '/nonexistent',
      logger,
      now: () => api.now,
    })
    const quiet = api.app
    api.app = loud
    const issued = new Map<string, string>()
    const note = (what: string, secret: unknown): string => {
      expect(String(secret).length, what).toBeGreaterThan(11)
      issued.set(what, String(secret))
      return String(secret)
    }
    try {
      const admin = await api.as('admin')
      const partner = await make(admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
      const journey = await make(admin, 'journeys', { capacity: 20 })
      await make(admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })

      const email = 'leak@sunvia.example.com'
      const invitations = `/partners/${String(partner['id'])}/invitations/`
      /** Returns the token in the sent mail; the answer to staff contains none. */
      const mailed = async (what: string, answer: Answer): Promise<string> => {
        expect(answer.body['link']).toBeNull()
        await workOff(api, mailer)
        const { text } = readMessage(post.received.pop() ?? '')
        return note(what, /accept-invitation\/([\w-]+)/.exec(text)?.[1])
      }
      const sent = await admin.post(invitations, { email, role: 'owner' })
      await mailed('first invitation', sent)
      const again = `${invitations}${String(sent.body['id'])}/resend/`
      note(
        'shown invitation',
        String((await admin.post(again, { show_link: true })).body['link'])
          .split('/')
          .at(-1),
      )
      const invitation = await mailed('invitation', await admin.post(again, {}))
      const person = { first_name: 'Nadia', last_name: 'Roldán', password: note('password', PARTNER_PASSWORD) }
      const anonymous = api.client({})
      const accepted = await anonymous.post(`/partner/auth/invitations/${invitation}/accept/`, person)
      const first = note('session', accepted.body['token'])
      await anonymous.post('/partner/auth/login/', {
        email,
        password: note('wrong password', 'another wrong password'),
      })
      const login = await anonymous.post('/partner/auth/login/', { email, password: PARTNER_PASSWORD })
      const second = note('second session', login.body['token'])
      const renewed = await anonymous.post('/partner/auth/refresh/', { token: second })
      const portal = bearer(note('renewed session', renewed.body['token']))

      const key = { name: 'Engine', password: PARTNER_PASSWORD }
      const scopes = ['journeys:read', 'trips:read', 'trips:write', 'webhooks:manage']
      for (const environment of ['test', 'live'] as const) {
        const made = await portal.post('/partner/credentials/', { ...key, environment, scopes })
        const old = bearer(note(`${environment} key`, made.body['secret']))
        const rotate = `/partner/credentials/${String(made.body['id'])}/rotate/`
        const rotated = await portal.post(rotate, { grace_hours: 24, password: PARTNER_PASSWORD })
        const program = bearer(note(`rotated ${environment} key`, rotated.body['secret']))
        const hook = { url: receiver.url, events: ['trip.held', 'trip.confirmed'], environment }
        const endpoint = await program.post('/partner/credentials/webhooks/', hook)
        note(`${environment} webhook secret`, endpoint.body['secret'])
        const rotatePath = `/partner/credentials/webhooks/${String(endpoint.body['id'])}/rotate-secret/`
        note(
          `rotated ${environment} webhook secret`,
          (await program.post(rotatePath, { grace_hours: 1 })).body['secret'],
        )
        const trip = await program.post('/partner/trips/', {
          partner_reference: `LEAK-${environment}`,
          lead_name: 'Ana Ruiz',
          lead_email: 'ana@example.com',
          legs: [ride(journey)],
          passengers: adults(1),
          confirm: true,
        })
        expect(trip.status).toBe(201)
        await old.get(`/partner/trips/${String(trip.body['id'])}/tickets/`)
        await api.client({ authorization: `Bearer ${String(rotated.body['secret'])}` }).get('/octo/supplier')
        // Secrets in the wrong places: a refused header, a query, a body, an address.
        const secret = String(rotated.body['secret'])
        await bearer(`${secret}x`).get(`/partner/trips/?q=${secret}`)
        await program.post('/partner/trips/', { partner_reference: secret, token: secret, password: PARTNER_PASSWORD })
        await program.get(`/partner/trips/${secret}/`)
      }
      await sendWebhooks(api)
      expect(receiver.received).toHaveLength(2)
      await bearer(first).post('/partner/auth/logout/', { token: first })
      await loud.close()

      const text = await dump()
      const log = lines.join('')
      // Proves that the dump and the log contain data.
      expect(text).toContain(email)
      expect(text).toContain('LEAK-live')
      expect(log).toContain('/api/partner/trips/')
      const found = [...issued].flatMap(([what, secret]) => [
        ...(text.includes(secret)
          ? [
              `${what} in ${text
                .split('\n')
                .find((row) => row.includes(secret))
                ?.slice(0, 300)}`,
            ]
          : []),
        ...(log.includes(secret) ? [`${what} in ${lines.find((line) => line.includes(secret))?.slice(0, 300)}`] : []),
      ])
      expect(found).toEqual([])
      expect(issued.size).toBeGreaterThan(14)
    } finally {
      api.app = quiet
      mailer.close()
      await post.close()
    }
  },
  inject('postgresServer') === null ? 120_000 : 60_000,
)
