import { describe, expect, it, test } from 'vitest'
import { accountSecrets, makeRecoveryCode, plainCode } from '../../../../server/adapters/account-secrets'
import { base32, codeOf, otpauthUri, stepAt, stepOf } from '../../../../server/adapters/totp'

const SECRET = Buffer.from('12345678901234567890')

describe('codes of an authenticator app', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are those of RFC 6238 at %i s', (seconds, code) => {
    expect(codeOf(SECRET, stepAt(new Date(seconds * 1000)), 8)).toBe(code)
  })

  it('are those of RFC 4226', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => codeOf(SECRET, counter))
    expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489')
  })

  it('are accepted half a minute early or late, and none up to the last accepted one', () => {
    const at = new Date(1_234_567_890_000)
    const present = stepAt(at)
    expect([-2, -1, 0, 1, 2].map((off) => stepOf(SECRET, codeOf(SECRET, present + off), at, 0))).toEqual([
      null,
      present - 1,
      present,
      present + 1,
      null,
    ])
    expect(stepOf(SECRET, codeOf(SECRET, present), at, present)).toBeNull()
    for (const other of ['12345', '1234567', '', 'abcdef', '１２３４５６', '-12345'])
      expect(stepOf(SECRET, other, at, 0), other).toBeNull()
  })

  it('are computed from a secret in the base32 of RFC 4648', () => {
    expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
      '',
      'MY',
      'MZXQ',
      'MZXW6',
      'MZXW6YQ',
      'MZXW6YTB',
      'MZXW6YTBOI',
    ])
    expect(otpauthUri({ issuer: 'Ana & Co', account: 'ben', secret: 'MZXW6YTB' })).toBe(
      'otpauth://totp/Ana%20%26%20Co:ben?issuer=Ana%20%26%20Co&secret=MZXW6YTB&algorithm=SHA1&digits=6&period=30',
    )
  })
})

describe('secrets of accounts', () => {
  const ours = accountSecrets(Buffer.alloc(32, 1))
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'

  it('verify the links that they signed, and no others', () => {
    const token = ours.linkToken(id)
    expect(ours.linkOf(token)).toBe(id)
    expect(accountSecrets(Buffer.alloc(32, 2)).linkOf(token)).toBeNull()
    const other = ours.linkToken(id.replace('0189', '0190'))
    expect(ours.linkOf(other.slice(0, 22) + token.slice(22))).toBeNull()
    expect([token.slice(1), `${token}A`, '', '../../etc'].map((wrong) => ours.linkOf(wrong))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('accept a recovery code as people type it, and store no code', () => {
    const code = makeRecoveryCode()
    expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    expect(plainCode(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(code.replace('-', ''))
    expect(ours.hashCode(plainCode(code))).not.toContain(plainCode(code))
    expect(ours.unseal(ours.seal('secret'))).toBe('secret')
  })
})
