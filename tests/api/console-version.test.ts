import type { FastifyInstance } from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { CONSOLE_VERSION_HEADER, CONSOLE_VERSION_META } from '../../contract/core/console-version'
import { buildApp } from '../../server/app'
import { useApi } from '../support/api'

const api = useApi()
const folder = mkdtempSync(join(tmpdir(), 'wayline-console-'))
const servers: FastifyInstance[] = []

afterAll(async () => {
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Serves a console whose page loads one script. */
async function serveBuild(script: string): Promise<FastifyInstance> {
  const consoleDir = join(folder, script)
  mkdirSync(join(consoleDir, 'assets'), { recursive: true })
  writeFileSync(join(consoleDir, 'index.html'), `<html><head></head><script src="/assets/${script}"></script></html>`)
  writeFileSync(join(consoleDir, 'assets', script), 'export {}')
  const { config, secrets, database } = api
  const logger = pino({ level: 'silent' })
  const server = await buildApp({ config, secrets, database, consoleDir, logger, now: () => api.now })
  servers.push(server)
  return server
}

const versionIn = async (server: FastifyInstance, url: string) =>
  (await server.inject({ url })).headers[CONSOLE_VERSION_HEADER]

it('every answer except the files of the console has the version that its page has', async () => {
  const server = await serveBuild('one.js')
  const page = await server.inject({ url: '/stations' })
  const [, version] = new RegExp(`<meta name="${CONSOLE_VERSION_META}" content="([^"]+)"`).exec(page.body) ?? []
  expect(version).toMatch(/^\w{8,}$/)
  expect(page.headers[CONSOLE_VERSION_HEADER]).toBe(version)
  const token = await api.tokenFor('admin')
  const list = await server.inject({ url: '/api/stations/', headers: { authorization: `Bearer ${token}` } })
  expect([list.statusCode, list.headers[CONSOLE_VERSION_HEADER]]).toEqual([200, version])
  for (const url of ['/healthz', '/api/stations/', '/api/nowhere/'])
    expect(await versionIn(server, url), url).toBe(version)
  expect(await versionIn(server, '/assets/one.js')).toBeUndefined()
})

it('another build of the console has another version', async () => {
  const versions = [await serveBuild('one.js'), await serveBuild('two.js')].map((server) =>
    versionIn(server, '/healthz'),
  )
  const [one, two] = await Promise.all(versions)
  expect(one).not.toBe(two)
})
