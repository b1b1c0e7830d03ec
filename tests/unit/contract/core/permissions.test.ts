import { describe, expect, it } from 'vitest'
import { ACTIONS, may } from '../../../../contract/core/permissions'
import { READ_ONLY_RESOURCES, RESOURCES, ROLES } from '../../../../contract/core/vocabulary'

describe('the permission table', () => {
  it('lets an administrator do everything except write what only the server writes', () => {
    for (const resource of RESOURCES)
      for (const action of ACTIONS) {
        const written = !['list', 'show', 'export'].includes(action) && READ_ONLY_RESOURCES.includes(resource)
        expect(may('admin', action, resource), `${action} ${resource}`).toBe(!written)
      }
  })

  it('gives no role more than an administrator has', () => {
    for (const role of ROLES)
      for (const resource of RESOURCES)
        for (const action of ACTIONS)
          if (may(role, action, resource))
            expect(may('admin', action, resource), `${role} ${action} ${resource}`).toBe(true)
  })

  it('restricts accounts to administrators', () => {
    for (const role of ROLES.filter((name) => name !== 'admin'))
      for (const action of ['create', 'edit', 'delete'] as const) expect(may(role, action, 'users')).toBe(false)
  })

  it('lets a viewer read and nothing else', () => {
    for (const resource of RESOURCES)
      for (const action of ['create', 'edit', 'delete', 'import'] as const)
        expect(may('viewer', action, resource)).toBe(false)
    expect(may('viewer', 'list', 'journeys')).toBe(true)
  })
})
