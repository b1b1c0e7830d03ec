import { expect, it } from 'vitest'
import { ROLES } from '../../../../contract/core/vocabulary'
import { mayOverride } from '../../../../contract/core/permissions'
import { roleOf } from '../../../../server/http/admit'
import { systemContext, type Context } from '../../../../server/kernel/context'
import { hasOverride, refuseOverride } from '../../../../server/http/overrides'

const system = systemContext('test', () => new Date())
const as = (role: Context['actor']['role'], allows?: Context['allows']): Context => ({
  ...system,
  actor: { ...system.actor, role },
  ...(allows && { allows }),
})

it('an override is one of the role', () => {
  for (const role of ROLES) expect(hasOverride('waive_fee', as(role)), role).toBe(mayOverride(role, 'waive_fee'))
})

it('an override is granted to a call without a role, and to this call and override only', () => {
  const granted = as(null, ['waive_fee'])
  expect(hasOverride('waive_fee', granted)).toBe(true)
  expect(hasOverride('undo_cancellation', granted)).toBe(false)
  expect(() => refuseOverride('waive_fee', as(null), 'No.')).toThrow('No.')
})

it('a caller without a role has no right of staff', () => {
  expect(roleOf(as('agent').actor)).toBe('agent')
  expect(() => roleOf(system.actor)).toThrow(expect.objectContaining({ code: 'forbidden' }) as Error)
})
