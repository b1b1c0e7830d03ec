import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { FakeProvider } from '../../../../server/adapters/payments/fake/fake-provider'
import { modeOf } from '../../../support/file-modes'

const home = mkdtempSync(join(tmpdir(), 'wayline-fake-'))
afterAll(() => rmSync(home, { recursive: true }))

it.skipIf(process.platform === 'win32')('state of the fake provider can be opened by its owner only', async () => {
  const file = join(home, 'new', 'payments.jsonl')
  const origin = 'http://127.0.0.1'
  const provider = new FakeProvider({ secret: 'whsec_x', file, origin, now: () => new Date('2030-05-20T05:30:00Z') })
  const umask = process.umask(0)
  try {
    await provider.createPage({
      paymentId: 'p',
      amount: 1_000,
      currency: 'EUR',
      description: 'K7M2QX',
      language: 'en',
      expiresAt: new Date('2030-05-21T05:30:00Z'),
      returnUrl: `${origin}/return`,
    })
  } finally {
    process.umask(umask)
  }
  expect([modeOf(join(home, 'new')), modeOf(file)]).toEqual(['700', '600'])
})
