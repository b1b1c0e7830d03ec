import { describe, expect, it } from 'vitest'
import { ownOrigin } from '../../../../server/http/hosts'

describe('the base address of links', () => {
  it.each([
    ['https://backoffice.example.com/', '127.0.0.1', 'https://backoffice.example.com'],
    [null, '127.0.0.1', 'http://127.0.0.1:8080'],
    [null, '::1', 'http://[::1]:8080'],
    [null, '0.0.0.0', 'http://localhost:8080'],
    [null, '::', 'http://localhost:8080'],
  ])('is %s, or %s where the server listens: %s', (publicUrl, host, origin) => {
    expect(ownOrigin({ publicUrl, host, port: 8080 })).toBe(origin)
  })
})
