import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOfPurchase } from '../../../../../server/domain/pricing/after-sale/price'
import type { Purchase } from '../../../../../server/domain/pricing/after-sale/purchase'
import { readPurchase, storePurchase } from '../../../../../server/domain/pricing/after-sale/stored-purchase'
import { ENGINE } from '../../../../support/after-sale/engine'
import { guard, scenarios } from '../../../../support/after-sale/scenarios'

/** As it comes back from the database, with the lists that its sales were made at. */
function storedAndRead(purchase: Purchase): Purchase {
  const lists = purchase.sales.map((_, index) => `list-${index}`)
  const stored = JSON.parse(JSON.stringify(storePurchase(purchase, lists, new Map()))) as ReturnType<
    typeof storePurchase
  >
  return readPurchase(stored, (version) => purchase.sales[lists.indexOf(version)]!, new Map())
}

describe('a purchase that is stored', () => {
  it('costs the same after any changes, and goes on as if it had not been', () => {
    const machine = guard(ENGINE)
    fc.assert(
      fc.property(scenarios, ({ sale, steps }) => {
        let [kept, reread] = [machine.sell(sale), machine.sell(sale)]
        for (const step of steps) {
          kept = machine.apply(kept, step)
          reread = machine.apply({ ...reread, state: storedAndRead(reread.state) }, step)
          expect(machine.view(reread)).toEqual(machine.view(kept))
        }
        expect(priceOfPurchase(storedAndRead(kept.state)).total).toBe(priceOfPurchase(kept.state).total)
      }),
      { numRuns: 150 },
    )
  })
})
