import { expect, it } from 'vitest'
import { csvText } from '../../../../server/documents/csv'

it('csv quotes line breaks and separators, and guards texts that look like formulas', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['=1+1', -3.5],
        ['say "hi", you', null],
      ],
    ),
  ).toBe(`a,b\r\n'=1+1,-3.5\r\n"say ""hi"", you",\r\n`)
})
