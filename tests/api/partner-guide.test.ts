import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LANGUAGES } from '../../contract/core/languages'
import { ANSWER_VARIABLES, EXAMPLES, exampleOf } from '../../src/partner/docs/examples'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

const ORIGIN = 'https://example.com'
/** A `curl` that prints its arguments, so that the shell itself expands the variables of a command. */
const PRINTING_CURL = `curl() { printf '%s\\0' "$@"; }`

/** Returns the arguments that a shell gives to a printed command. */
const argumentsOf = (command: string, variables: Record<string, string>): string[] =>
  execFileSync('bash', ['--norc', '-c', `${PRINTING_CURL}\n${command}`], { env: variables, encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

/** Sends what a printed command sends. */
async function send(command: string, variables: Record<string, string>) {
  const args = argumentsOf(command, variables)
  const valuesOf = (flag: string) => args.filter((_, index) => args[index - 1] === flag)
  const [, , url = ''] = args
  const headers = Object.fromEntries(
    valuesOf('-H').map((header): [string, string] => {
      const [name = '', value = ''] = header.split(/: (.*)/s, 2)
      return [name, value]
    }),
  )
  const [method = ''] = valuesOf('-X')
  const [payload] = valuesOf('-d')
  return api.app.inject({
    method: method as 'GET' | 'POST',
    url: url.replace(ORIGIN, ''),
    headers,
    ...(payload !== undefined && { payload }),
  })
}

it('each step of the printed sale works as it is printed', async () => {
  const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
  await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00' })
  const codes = await Promise.all(
    [0, 2].map(async (stop) => {
      const { body } = await desk.admin.get(`/stations/${String((route['stops'] as Json[])[stop]?.['station_id'])}`)
      return String(body['code'])
    }),
  )
  const variables: Record<string, string> = { WAYLINE_KEY: (await program(partner)).secret }
  const facts = {
    root: `${ORIGIN}/api`,
    origin: codes[0] ?? '',
    destination: codes[1] ?? '',
    date: '2030-05-20',
    since: '2030-05-19T10:00:00Z',
  }
  for (const name of EXAMPLES) {
    const answer = await send(exampleOf(name, facts), variables)
    expect({ name, status: answer.statusCode, body: answer.statusCode < 400 ? '' : answer.body }).toEqual({
      name,
      status: name === 'hold' ? 201 : 200,
      body: '',
    })
    const { results, ...own } = answer.json<Json & { results?: Json[] }>()
    const found = results?.[0] ?? own
    for (const [variable, field] of Object.entries(ANSWER_VARIABLES[name] ?? {}))
      variables[variable] = String(found[field])
  }
})

it.each(LANGUAGES)('each step names the variables that it takes from its answer: %s', (language) => {
  const { app } = JSON.parse(readFileSync(`locales/${language}/translation.json`, 'utf8')) as {
    app: { portal: { docs: { stepText: Record<string, string> } } }
  }
  for (const name of EXAMPLES)
    for (const word of Object.entries(ANSWER_VARIABLES[name] ?? {}).flat())
      expect(app.portal.docs.stepText[name]).toContain(word)
})
