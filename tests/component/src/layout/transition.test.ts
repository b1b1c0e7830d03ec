import '../../../support/console/media'
import { describe, expect, it } from 'vitest'
import { keyframesOf } from '../../../../src/layout/RouteTransition'
import { ANIMATIONS } from '../../../../src/providers/settings/choices'

const start = (...args: Parameters<typeof keyframesOf>) => String(keyframesOf(...args)?.[0]?.['transform'])

describe('R-163 the way of a page onto the screen', () => {
  it('is none for the empty word, and another one for each of the nine', () => {
    expect(keyframesOf('', 'ltr')).toBeNull()
    const starts = ANIMATIONS.slice(1).map((animation) => JSON.stringify(keyframesOf(animation, 'ltr')))
    expect(new Set(starts).size).toBe(9)
  })

  it('ends where the page lies', () => {
    for (const animation of ANIMATIONS.slice(1))
      expect(keyframesOf(animation, 'rtl')?.at(-1)).toEqual({ opacity: 1, transform: 'none' })
  })

  it('is mirrored from right to left, sideways alone', () => {
    expect(start('slide-left', 'ltr')).toBe(start('slide-right', 'rtl'))
    expect(start('fade-right', 'ltr')).toBe(start('fade-left', 'rtl'))
    expect(start('slide-down', 'ltr')).toBe(start('slide-down', 'rtl'))
  })
})
