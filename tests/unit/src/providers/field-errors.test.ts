import { describe, expect, it } from 'vitest'
import { pointerPath, toFieldErrors } from '../../../../src/providers/http/fieldErrors'

const error = (pointer: string, detail = 'Wrong.') => ({ pointer, code: 'custom', detail })

describe('toFieldErrors', () => {
  it('puts each error at its field, at any depth', () => {
    const errors = [error('/code'), error('/name/en', 'English is needed.'), error('/stops/2/station_id')]
    expect(toFieldErrors(errors)).toEqual({
      code: 'Wrong.',
      name: { en: 'English is needed.' },
      stops: { 2: { station_id: 'Wrong.' } },
    })
  })

  it('gives an error of the whole body to the form', () => {
    expect(toFieldErrors([error('')])).toEqual({ root: { serverError: 'Wrong.' } })
  })

  it('keeps the error of a part beside that of the whole', () => {
    expect(toFieldErrors([error('/stops/0/station_id'), error('/stops')])).toEqual({
      stops: { 0: { station_id: 'Wrong.' } },
    })
    expect(toFieldErrors([error('/stops'), error('/stops/0/station_id')])).toEqual({
      stops: { 0: { station_id: 'Wrong.' } },
    })
  })

  it('reads escaped pointers, but none that reaches a prototype', () => {
    expect(pointerPath('/a~1b/c~0d')).toEqual(['a/b', 'c~d'])
    expect(pointerPath('/__proto__/polluted')).toEqual(['polluted'])
  })
})
