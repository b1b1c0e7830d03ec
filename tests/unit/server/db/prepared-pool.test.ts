import { describe, expect, it } from 'vitest'
import { statementNames } from '../../../../server/db/prepared-pool'

describe('names of statements', () => {
  it('are given to a text that comes again, and stay', () => {
    const nameOf = statementNames()
    expect(nameOf('select $1')).toBeUndefined()
    const name = nameOf('select $1')
    expect(name).toBeDefined()
    expect(nameOf('select $1')).toBe(name)
  })

  it('differ from text to text', () => {
    const nameOf = statementNames()
    const texts = Array.from({ length: 50 }, (_, index) => `select $1 + ${index}`)
    for (const text of texts) nameOf(text)
    expect(new Set(texts.map(nameOf)).size).toBe(50)
  })

  it('run out, so that no connection fills up with plans', () => {
    const nameOf = statementNames()
    const texts = Array.from({ length: 2_000 }, (_, index) => `select $1 + ${index}`)
    for (const text of texts) nameOf(text)
    const named = texts.map(nameOf).filter((name) => name !== undefined)
    expect(named.length).toBeGreaterThan(0)
    expect(named.length).toBeLessThan(1_000)
  })
})
