import { describe, expect, it } from 'vitest'
import { readQuestion } from '../../../../../server/features/search/question'

describe('a search text', () => {
  it.each([
    ['+357 99 123 456', ['35799123456']],
    ['0035799123456', ['35799123456']],
    ['+49 (0)151 / 1234-5678', ['49015112345678', '4915112345678']],
    ['0151.12345678', ['15112345678']],
    ['99 12 34', ['991234']],
  ])('reads %s as a phone number', (text, phone) => expect(readQuestion(text).phone).toEqual(phone))

  it.each(['99 12', '000000', 'LCA 123456', '12345a', ''])('does not read %j as a phone number', (text) =>
    expect(readQuestion(text).phone).toBeNull(),
  )

  it('is read as a plate or a reference without its separators, in any script', () => {
    expect(readQuestion('kxy-482').compact).toBe('KXY482')
    expect(readQuestion('ab 12·34').compact).toBe('AB1234')
    expect(readQuestion('д 123 кх').compact).toBe('Д123КХ')
    expect(readQuestion('%_-').compact).toBe('')
  })
})
