import { describe, expect, it } from 'vitest'
import { AddonChoices } from '../../../contract/entities/reservation-parts'

const MEAL = '01900000-0000-7000-8000-000000000001'
const SEAT = '01900000-0000-7000-8000-000000000002'

describe('the add-ons of a reservation', () => {
  it('count one that is requested twice as one choice, so that one per passenger is charged once', () => {
    const twice = [{ addon_id: MEAL }, { addon_id: SEAT, quantity: 1 }, { addon_id: MEAL, quantity: 2 }]
    expect(AddonChoices.parse(twice)).toEqual([
      { addon_id: MEAL, quantity: 3 },
      { addon_id: SEAT, quantity: 1 },
    ])
  })

  it('are refused when one that is requested twice exceeds the maximum', () => {
    const tooMany = [60, 41].map((quantity) => ({ addon_id: MEAL, quantity }))
    expect(AddonChoices.safeParse(tooMany).error?.issues).toMatchObject([{ path: [] }])
    expect(AddonChoices.safeParse([{ addon_id: MEAL, quantity: 100 }]).success).toBe(true)
  })
})
