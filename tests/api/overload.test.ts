import { expect, it } from 'vitest'
import { useApi } from '../support/api'

const api = useApi({ overloadDelayMs: 1 })

it('a server refuses requests while its event loop is late, but serves the files of the console and the health check', async () => {
  const call = (url: string) => api.app.inject({ url })
  const callOfBusyProcess = async () => {
    const busyUntil = performance.now() + 200
    while (performance.now() < busyUntil);
    const { statusCode, headers, body } = await call('/api/v1/company')
    return `${statusCode}, retry after ${headers['retry-after']}: ${body}`
  }
  await expect.poll(callOfBusyProcess).toMatch(/^503, retry after 5: .*"code":"unavailable"/)
  // The tests run without the built files of the console.
  expect((await call('/assets/index.js')).statusCode).toBe(404)
  expect((await call('/locales/en.json')).statusCode).toBe(404)
  expect((await call('/healthz')).statusCode).toBe(200)
})
