import { describe, expect, it } from 'vitest'
import { unavailable } from '../../../../server/db/unavailable'

describe('a database error about its own state', () => {
  it.each([
    ['55P03', 'slow'],
    ['57014', 'slow'],
    ['40001', 'slow'],
    ['40P01', 'slow'],
    ['53100', 'full'],
    ['08006', 'away'],
    ['57P01', 'away'],
    ['57P02', 'away'],
    ['57P03', 'away'],
    ['23505', undefined],
    ['22003', undefined],
  ])('%s is %s', (code, trouble) => expect(unavailable({ code })?.trouble).toBe(trouble))

  it('has its code, for callers that handle a lock otherwise than by waiting', () => {
    expect(unavailable({ code: '55P03' })?.code).toBe('55P03')
    expect(unavailable(unavailable({ code: '55P03' }))?.code).toBe('55P03')
  })
})
