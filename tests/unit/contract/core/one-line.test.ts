import { describe, expect, it } from 'vitest'
import { issueCode } from '../../../../contract/core/issue-code'
import { I18nProse, I18nText, joinLines, line, onOneLine, prose } from '../../../../contract/core/scalars'
import { OctoReserveBody } from '../../../../contract/partner/octo'
import { z } from 'zod'

const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f']
const codes = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues.map(issueCode) ?? []

describe('a text on one line', () => {
  it.each(BREAKS)('is refused with a line break: %j', (end) => {
    expect(codes(line(40).safeParse(`Anna${end}Maria`))).toEqual(['line_break'])
    expect(codes(I18nText.safeParse({ en: `North${end}gate` }))).toEqual(['line_break'])
    expect(codes(onOneLine(z.string().trim().max(9)).nullish().safeParse(`a${end}b`))).toEqual(['line_break'])
    expect(joinLines(`Anna${end}Maria`)).toBe('Anna Maria')
  })

  it('has an error that says what to do', () => {
    expect(line(40).safeParse('Anna\nMaria').error?.issues[0]?.message).toBe(
      'Must be on one line. Replace the line breaks by spaces.',
    )
  })

  it('keeps tabs and spaces inside, and none at its ends', () => {
    expect(line(40).parse(' Anna\u00a0\tMaria \r\n')).toBe('Anna\u00a0\tMaria')
  })
})

it.each(BREAKS)('a text of several lines keeps %j', (end) => {
  expect(prose(40).parse(`one${end}two`)).toBe(`one${end}two`)
  expect(I18nProse.parse({ en: `one${end}two` })).toEqual({ en: `one${end}two` })
})

describe('a booking in OCTO', () => {
  const body = { productId: 'p', optionId: 'o' }

  it.each(['fullName', 'firstName', 'lastName', 'emailAddress', 'phoneNumber', 'postalCode', 'country'])(
    'has the %s of its contact on one line',
    (field) => {
      const result = OctoReserveBody.safeParse({ ...body, contact: { [field]: 'a\nb' } })
      expect(result.error?.issues.map(({ path }) => path)).toEqual([['contact', field]])
      expect(codes(result)).toEqual(['line_break'])
    },
  )

  it('has its reference on one line, and notes of any number of lines', () => {
    expect(codes(OctoReserveBody.safeParse({ ...body, resellerReference: 'a\r\nb' }))).toEqual(['line_break'])
    const notes = { notes: 'Gate 4.\nRing twice.', contact: { notes: 'Late.\nWait.' } }
    expect(OctoReserveBody.parse({ ...body, ...notes })).toMatchObject(notes)
  })
})
