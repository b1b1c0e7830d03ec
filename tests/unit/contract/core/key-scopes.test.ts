import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { scopesOf } from '../../../../contract/core/key-scopes'
import { isPartnerAccess } from '../../../../contract/core/operations'
import { createCredential } from '../../../../contract/partner/credentials'
import { CREDENTIAL_SCOPES } from '../../../../contract/core/vocabulary'

const MAKERS = ['owner', 'developer'] as const

describe('what a key may do', () => {
  it('is on live data what the role of its maker may call', () => {
    for (const role of MAKERS) {
      const own = scopesOf(role, 'live')
      for (const { id, access } of ALL_OPERATIONS)
        if (isPartnerAccess(access) && access.scope !== undefined && own.includes(access.scope))
          expect(access.partner, `${role}: ${id}`).toContain(role)
    }
  })

  it('leaves nothing of the scopes out for an owner', () => {
    expect(scopesOf('owner', 'live')).toEqual(CREDENTIAL_SCOPES)
  })

  it('never sells in the name of a developer but in the test environment', () => {
    expect(createCredential.access).toEqual({ partner: MAKERS })
    expect(scopesOf('developer', 'live')).not.toContain('trips:write')
    expect(scopesOf('developer', 'test')).toContain('trips:write')
  })
})
