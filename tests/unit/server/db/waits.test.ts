import fc from 'fast-check'
import { expect, it } from 'vitest'
import { growingWaits } from '../../../../server/db/waits'

it('waits grow to ten seconds, none is shorter than half its step, and jitter spreads those of several processes', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }), (chances) => {
      let used = 0
      const waits = growingWaits(() => chances[used++] ?? 0)
      for (const [turn, chance] of chances.entries())
        expect(waits.next().value).toBeCloseTo(Math.min(250 * 2 ** turn, 10_000) * (0.5 + chance))
    }),
  )
})
