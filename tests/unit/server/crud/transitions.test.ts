import { describe, expect, it } from 'vitest'
import { journey } from '../../../../contract/entities/journey'
import { reservation } from '../../../../contract/entities/reservation'
import { refuseUnlistedTransition } from '../../../../server/crud/transitions'
import { JOURNEY_TRANSITIONS } from '../../../../server/domain/journeys/transitions'
import { RESERVATION_TRANSITIONS } from '../../../../server/domain/reservations/transitions'
import type { CallerKind } from '../../../../server/domain/state-machine'
import { callerKindOf, systemContext, type Actor, type Context } from '../../../../server/kernel/context'
import { Refusal } from '../../../../server/http/refusal'

const CALLERS: readonly CallerKind[] = ['staff', 'partner', 'clock']
const clock = systemContext('test', () => new Date())
const by = (kind: Actor['kind']): Context => ({ ...clock, actor: { ...clock.actor, kind } })

/** Returns the code that a transition is refused with, or null. */
function refusal(run: () => void): string | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

describe.each([
  ['reservation', { entity: reservation, transitions: RESERVATION_TRANSITIONS }],
  ['journey', { entity: journey, transitions: JOURNEY_TRANSITIONS }],
])('a transition of a %s', (_, options) => {
  const field = options.entity.statusField
  it.each([...options.transitions.all])('from $from to $to passes for $who and is refused for others', (transition) => {
    const current = { id: '', version: 1, [field]: transition.from }
    const passing = CALLERS.filter((actingAs) => {
      const code = refusal(() =>
        refuseUnlistedTransition(options, current, { [field]: transition.to }, { ...clock, actingAs }),
      )
      expect([null, 'forbidden'], actingAs).toContain(code)
      return code === null
    })
    expect(passing).toEqual([...transition.who])
  })

  it('that the table does not have is refused for everyone', () => {
    const current = { id: '', version: 1, [field]: 'completed' }
    for (const actingAs of CALLERS)
      expect(
        refusal(() => refuseUnlistedTransition(options, current, { [field]: 'draft' }, { ...clock, actingAs })),
      ).toBe('invalid_state')
  })
})

it('a call acts for its actor unless it is made for someone else', () => {
  expect((['user', 'partner', 'system'] as const).map((kind) => callerKindOf(by(kind)))).toEqual(CALLERS)
  expect(callerKindOf({ ...by('partner'), actingAs: 'staff' })).toBe('staff')
})
