import { describe, expect, it } from 'vitest'
import { csvCell } from '../../../../../src/providers/format/csv'

describe('csvCell', () => {
  it('quotes what would break a line or a cell', () => {
    expect(csvCell('a,b')).toBe('"a,b"')
    expect(csvCell('say "hi"')).toBe('"say ""hi"""')
    expect(csvCell('two\nlines')).toBe('"two\nlines"')
    expect(csvCell('plain')).toBe('plain')
  })

  it.each(['=1+1', '+34600111222', '-5', '@SUM(A1)', '\tx', '\rx'])('makes no formula of %j', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
  })

  it('keeps numbers numbers', () => {
    expect(csvCell(-5)).toBe('-5')
  })
})
