import '../../../support/console/media'
import { describe, expect, it } from 'vitest'
import { keyframesOf } from '../../../../src/layout/RouteTransition'
import { ANIMATIONS } from '../../../../src/providers/settings/choices'

const start = (...args: Parameters<typeof keyframesOf>) => String(keyframesOf(...args)?.[0]?.['transform'])

describe('R-163 the page transition', () => {
  it('is none for the empty word, and differs for each of the nine others', () => {
    expect(keyframesOf('', 'ltr')).toBeNull()
    const starts = ANIMATIONS.slice(1).map((animation) => JSON.stringify(keyframesOf(animation, 'ltr')))
    expect(new Set(starts).size).toBe(9)
  })

  it('ends at the position of the page', () => {
    for (const animation of ANIMATIONS.slice(1))
      expect(keyframesOf(animation, 'rtl')?.at(-1)).toEqual({ opacity: 1, transform: 'none' })
  })

  it('is mirrored for right-to-left languages, horizontally only', () => {
    expect(start('slide-left', 'ltr')).toBe(start('slide-right', 'rtl'))
    expect(start('fade-right', 'ltr')).toBe(start('fade-left', 'rtl'))
    expect(start('slide-down', 'ltr')).toBe(start('slide-down', 'rtl'))
  })
})
