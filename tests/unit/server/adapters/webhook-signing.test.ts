import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../../server/adapters/sealed-secrets'
import { isGenuine, makeWebhookSecret, signWebhook } from '../../../../server/adapters/webhook-signing'

const now = new Date('2026-11-21T09:30:00Z')
const timestamp = now.getTime() / 1000

describe('P-13 signatures of webhooks', () => {
  it('are those of the specification', () => {
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
    expect(signWebhook(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  const secret = makeWebhookSecret()
  const body = '{"type":"trip.confirmed","data":{"sequence":2}}'
  const headersOf = (id: string, at: number, secrets = [secret], signed = body) => ({
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signWebhook({ id, timestamp: at, body: signed }, secrets),
  })

  it('are accepted with the previous or the current secret', () => {
    const next = makeWebhookSecret()
    const both = headersOf('m', timestamp, [next, secret])
    expect(isGenuine(both, body, secret, now)).toBe(true)
    expect(isGenuine(both, body, next, now)).toBe(true)
    expect(isGenuine(headersOf('m', timestamp), body, next, now)).toBe(false)
  })

  it('are refused when anything was changed, or when they are old: 1,000 of 1,000', () => {
    const good = headersOf('msg', timestamp)
    let refused = 0
    for (let index = 0; index < 1_000; index += 1) {
      const place = index % body.length
      const other =
        body.slice(0, place) + String.fromCharCode((body.charCodeAt(place) + 1) % 128) + body.slice(place + 1)
      const forged = [
        () => isGenuine(good, other, secret, now),
        () => isGenuine({ ...good, 'webhook-id': `msg${index}` }, body, secret, now),
        () => isGenuine({ ...good, 'webhook-timestamp': String(timestamp + index + 1) }, body, secret, now),
        () => isGenuine(headersOf('msg', timestamp - 301 - index), body, secret, now),
        () => isGenuine(headersOf('msg', timestamp + 301 + index), body, secret, now),
        () => isGenuine(headersOf('msg', timestamp, [makeWebhookSecret()]), body, secret, now),
        () => isGenuine({ ...good, 'webhook-signature': good['webhook-signature'].slice(0, -1) }, body, secret, now),
        () => isGenuine({ ...good, 'webhook-signature': `v0${good['webhook-signature'].slice(2)}` }, body, secret, now),
      ][index % 8]
      if (forged && !forged()) refused += 1
    }
    expect(refused).toBe(1_000)
    expect(isGenuine(good, body, secret, now)).toBe(true)
    expect(isGenuine(headersOf('msg', timestamp - 299), body, secret, now)).toBe(true)
  })
})

describe('a sealed secret', () => {
  const key = Buffer.alloc(32, 7)
  it('is readable with its key only', () => {
    const secret = makeWebhookSecret()
    const sealed = seal(secret, key)
    expect(sealed).not.toContain(secret.slice(6, 20))
    expect(seal(secret, key)).not.toBe(sealed)
    expect(unseal(sealed, key)).toBe(secret)
    expect(() => unseal(sealed, Buffer.alloc(32, 8))).toThrow()
    expect(() => unseal(`${sealed.slice(0, -6)}AAAAA=`, key)).toThrow()
  })
})
