import { describe, expect, it } from 'vitest'
import {
  PARTNER_LOG_BODY_MAX_BYTES,
  PARTNER_LOG_HEADERS_MAX,
  PARTNER_LOG_TEXT_MAX_BYTES,
} from '../../../../../contract/core/limits/partner-api'
import { redactBody, redactHeaders, redactShort, redactText } from '../../../../../server/domain/partner-logs/redact'

describe('the logged part of a call', () => {
  it('has no header with credentials', () => {
    expect(redactHeaders({ Authorization: 'Token x', cookie: 'a=b', accept: '*/*', missing: undefined })).toEqual({
      Authorization: '[redacted]',
      cookie: '[redacted]',
      accept: '*/*',
    })
  })

  it('has no secret field at any depth', () => {
    const body = { password: 'p', list: [{ new_password: 'p', api_token: 't', name: 'Ana' }], secret: null }
    expect(JSON.parse(redactBody(body) ?? '')).toEqual({
      password: '[redacted]',
      list: [{ new_password: '[redacted]', api_token: '[redacted]', name: 'Ana' }],
      secret: null,
    })
    expect(redactBody(undefined)).toBeNull()
  })

  it('has no token and no card number, and keeps phones, ids and amounts', () => {
    expect(redactText(`a tk_live_${'x'.repeat(32)} b`)).toBe('a [redacted] b')
    for (const card of ['4111111111111111', '4111 1111 1111 1111', '3782-822463-10005'])
      expect(redactText(`card ${card}.`), card).toBe('card [redacted].')
    for (const text of ['+34600111222', '01900000-0000-7000-8000-000000000000', '4111111111111112', '1234567'])
      expect(redactText(text), text).toBe(text)
  })

  it('is truncated after 16 KB, never within a character', () => {
    const long = redactBody(`${'x'.repeat(PARTNER_LOG_BODY_MAX_BYTES - 1)}éé`) ?? ''
    expect(long).toMatch(/x… \(\d+ bytes in all\)$/)
    expect(long).not.toContain('\uFFFD')
  })

  it('names the length of the whole body when it has only the first items', () => {
    expect(redactBody([{ id: 'a' }], 4_000)).toBe('[{"id":"a"}]… (4000 bytes in all)')
  })

  it('has the start of a long path, query or header, and the first of many headers', () => {
    const long = 'x'.repeat(PARTNER_LOG_TEXT_MAX_BYTES + 1)
    const start = `${'x'.repeat(PARTNER_LOG_TEXT_MAX_BYTES)}… (1025 bytes in all)`
    expect(redactShort(long)).toBe(start)
    expect(redactHeaders({ 'x-long': long })).toEqual({ 'x-long': start })
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`x-${index}`, 'a']))
    expect(Object.keys(redactHeaders(many))).toEqual(Object.keys(many).slice(0, PARTNER_LOG_HEADERS_MAX))
  })
})
