import { expect, it } from 'vitest'
import { I18nText, LANGUAGES_OF_TEXT_MAX } from '../../../../contract/core/scalars'

it('a text has a limited number of languages', () => {
  const codes = [...'abcdefghij']
    .flatMap((first) => [...'klmnopqrst'].map((second) => first + second))
    .filter((code) => code !== 'en')
  const textIn = (count: number) =>
    Object.fromEntries(['en', ...codes.slice(0, count - 1)].map((code) => [code, 'Airport']))
  expect(I18nText.safeParse(textIn(LANGUAGES_OF_TEXT_MAX)).success).toBe(true)
  expect(I18nText.safeParse(textIn(LANGUAGES_OF_TEXT_MAX + 1)).error?.issues).toMatchObject([{ path: [] }])
})
