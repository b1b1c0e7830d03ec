import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { make } from '../support/factories'
import { PARTNER_CONTRACT } from '../support/partner'

const api = useApi()
const PAGE = new URL('../../docs/domain/partner-api.md', import.meta.url)
const CHAPTER = '## From the invitation to the first sale'
/** Replaces `jq` in the shell: prints the value at a path as text, so that the test needs no other program. */
const JQ = `jq() { node -e 'const path = process.argv[1].slice(1).replace(/\\[(\\d+)\\]/g, ".$1").split(".");
let text = ""; process.stdin.on("data", (part) => (text += part)).on("end", () =>
  console.log(path.reduce((value, name) => value[name], JSON.parse(text))))' "$2"; }`

/** Returns the shell commands of a chapter, from its first block to its last. */
function script(): string {
  const text = readFileSync(PAGE, 'utf8')
  const chapter = text.slice(text.indexOf(CHAPTER)).split('\n## ')[0] ?? ''
  const blocks = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  expect(blocks.length).toBe(6)
  return ['set -euo pipefail', JQ, ...blocks].join('\n')
}

it('an integrator gets from the invitation to a confirmed live trip with the documentation only', async () => {
  const admin = await api.as('admin')
  const partner = await make(admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const day = new Date(api.now.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  const journey = await make(admin, 'journeys', { service_date: day, capacity: 10 })
  await make(admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  const route = (await admin.get(`/routes/${String(journey['route_id'])}`)).body
  const stations = await Promise.all(
    (route['stops'] as Json[]).map(async (stop) => (await admin.get(`/stations/${String(stop['station_id'])}`)).body),
  )
  const EMAIL = 'nadia@first-steps.example.com'
  const invited = await admin.post(`/partners/${String(partner['id'])}/invitations`, { email: EMAIL, role: 'owner' })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const env = {
    ...process.env,
    EMAIL,
    PASSWORD: 'a long password of hers',
    WAYLINE: `http://127.0.0.1:${port}`,
    INVITATION: String(invited.body['link']).split('/').at(-1),
    ORIGIN: String(stations[0]?.['code']),
    DESTINATION: String(stations.at(-1)?.['code']),
    DAY: day,
  }
  const { stdout } = await promisify(execFile)('bash', ['-c', script()], { env })
  expect(stdout).toContain('"status":"confirmed"')
  const sold = await admin.list('reservations', { filter: { partner_reference: 'ORDER-1002' } })
  expect(sold.rows).toMatchObject([{ status: 'confirmed', environment: 'live', partner_id: partner['id'], seats: 2 }])
  const tried = await admin.list('reservations', { filter: { environment: 'test', partner_reference: 'ORDER-1001' } })
  expect(tried.rows).toMatchObject([{ status: 'confirmed' }])
  expect(stdout).not.toMatch(/tk_(live|test)_/)
})
