import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, isLoopback, listenTrouble, readConfig } from '../../../../server/config/env'

const refusals = (env: Record<string, string>, demo = false): string[] => {
  try {
    readConfig(env, { demo })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('the configuration', () => {
  it('limits connections and unfinished requests of a network without variables', () => {
    expect(readConfig({}, { demo: false })).toMatchObject({ connectionsPerNetwork: 100, unfinishedPerNetwork: 20 })
  })

  it('is complete without variables: loopback, port 8080, embedded database', () => {
    expect(readConfig({}, { demo: false })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      durability: 'strict',
    })
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://db/x' }, 'DATABASE_URL'],
    [{ ADMIN_EMAIL: 'me' }, 'ADMIN_EMAIL'],
    [{ ALLOWED_ORIGINS: 'https://a.example, *' }, 'ALLOWED_ORIGINS'],
    [{ NODE_ENV: 'production' }, 'PUBLIC_URL'],
    [{ NODE_ENV: 'production', WEBHOOK_LOOPBACK: '1' }, 'WEBHOOK_LOOPBACK'],
    [{ NODE_ENV: 'production', FAKE_PAYMENTS: '1' }, 'FAKE_PAYMENTS: the simulated provider accepts no money'],
    [{ FAKE_PAYMENTS: '1', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'FAKE_PAYMENTS'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [
      { NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_SECRET_KEY: this key takes no money',
    ],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'http://backoffice.example.com' }, 'PUBLIC_URL'],
  ])('refuses %o and names the variable', (env, name) => {
    expect(refusals(env).join()).toContain(name)
  })

  it.each([
    '1',
    'true',
    '2',
    '*',
    '',
    'proxy.example',
    '0.0.0.0/0',
    '::/0',
    '128.0.0.0/1',
    '10.0.0.1,0.0.0.0/0',
    '10.0.0.0/33',
  ])('trusts no proxy that could be any client: TRUST_PROXY=%s', (value) => {
    const [problem = ''] = refusals({ TRUST_PROXY: value })
    expect(problem).toMatch(/^TRUST_PROXY: .*TRUST_PROXY=127\.0\.0\.1,10\.0\.0\.0\/8/)
  })

  it('trusts the proxies with the configured addresses', () => {
    const proxies = (value?: string) =>
      readConfig(value === undefined ? {} : { TRUST_PROXY: value }, { demo: false }).trustProxy
    expect([proxies(), proxies('0'), proxies('false')]).toEqual([[], [], []])
    expect(proxies('loopback, 10.0.0.0/8,2001:db8::7')).toEqual(['loopback', '10.0.0.0/8', '2001:db8::7'])
  })

  it.each([
    ['localhost', true],
    ['wayline.localhost', true],
    ['127.0.0.2', true],
    ['::1', true],
    ['[::1]', true],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['evil-localhost', false],
  ])('treats %s as this machine: %s', (host, isOwn) => {
    expect(isLoopback(host)).toBe(isOwn)
  })

  it('restricts the demo to this machine, outside production and without a real database', () => {
    expect(refusals({ HOST: '0.0.0.0' }, true).join()).toContain('HOST')
    expect(refusals({ NODE_ENV: 'production' }, true).join()).toContain('NODE_ENV')
    expect(refusals({ DATABASE_URL: 'postgres://db/wayline' }, true).join()).toContain('DATABASE_URL')
    expect(refusals({}, true)).toEqual([])
  })

  it('restricts the mail of the demo to this machine', () => {
    const mail = (url: string, demo: boolean) =>
      readConfig({ SMTP_URL: url, MAIL_FROM: 'desk@wayline.example' }, { demo }).smtp?.url ?? null
    expect(mail('smtp://mail.example:25', true)).toBeNull()
    expect(mail('smtp://127.0.0.1:2525', true)).toBe('smtp://127.0.0.1:2525')
    expect(mail('smtp://mail.example:25', false)).toBe('smtp://mail.example:25')
  })

  it.each([
    ['smtp://mail.example:25', undefined, true],
    ['smtp://mail.example:25', '1', true],
    ['smtp://mail.example:25', '0', false],
    ['smtp://127.0.0.1:2525', undefined, false],
    ['smtp://localhost:2525', undefined, false],
    ['smtp://[::1]:2525', undefined, false],
    ['smtp://127.0.0.1:2525', '1', true],
    ['smtp://127.0.0.1.evil.example:25', undefined, true],
  ])('sends mail by %s with SMTP_REQUIRE_TLS=%s only over TLS: %s', (url, value, isRequired) => {
    const mail = { SMTP_URL: url, MAIL_FROM: 'desk@wayline.example' }
    const config = readConfig({ ...mail, ...(value !== undefined && { SMTP_REQUIRE_TLS: value }) }, { demo: false })
    expect(config.smtp?.requireTls).toBe(isRequired)
  })

  it('names every wrong variable at once', () => {
    expect(refusals({ PORT: 'x', ADMIN_EMAIL: 'y' })).toHaveLength(2)
  })
})

describe('an address that cannot be listened on', () => {
  it.each([
    ['EADDRINUSE', 'PORT: another process uses 127.0.0.2:81 already.'],
    ['EACCES', 'PORT: the user that Wayline runs as may not listen on 81.'],
    ['EADDRNOTAVAIL', 'HOST: 127.0.0.2 is not an address of this machine.'],
    ['ENOTFOUND', 'HOST: 127.0.0.2 is not an address of this machine.'],
  ])('is reported with the setting that it comes from: %s', (code, sentence) => {
    const trouble = listenTrouble(Object.assign(new Error('listen'), { code }), { host: '127.0.0.2', port: 81 })
    expect(trouble?.message).toContain(sentence)
  })

  it('is not reported for other errors', () => {
    expect(listenTrouble(new TypeError('x is undefined'), { host: '127.0.0.2', port: 81 })).toBeNull()
  })
})

describe('the file of the first password', () => {
  it.each([
    ['/nonexistent/password', 'ADMIN_PASSWORD_FILE: /nonexistent/password is not there.'],
    [import.meta.dirname, `ADMIN_PASSWORD_FILE: ${import.meta.dirname} is a folder and no file.`],
  ])('is named when it cannot be read: %s', (file, sentence) => {
    expect(refusals({ ADMIN_PASSWORD_FILE: file })).toEqual([expect.stringContaining(sentence)])
  })

  it.each([
    ['short', 'is not 12 to 200 characters long.'],
    ['passwordpassword', 'is soon guessed.'],
    ['eleni.georgiou1', 'is soon guessed.'],
  ])('is refused with a well-known password: %s', (password, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'wayline-password-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'password')
    writeFileSync(file, `${password}\n`)
    const actual = refusals({ ADMIN_PASSWORD_FILE: file, ADMIN_EMAIL: 'eleni.georgiou@example.com' })
    expect(actual).toEqual([expect.stringContaining(`ADMIN_PASSWORD_FILE: the password in ${file} ${sentence}`)])
    expect(actual.join()).not.toContain(password)
  })
})
