import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { scopesOf } from '../../../../contract/core/key-scopes'
import { isPartnerAccess } from '../../../../contract/core/operations'
import { createCredential } from '../../../../contract/partner/credentials'
import { CREDENTIAL_SCOPES } from '../../../../contract/core/vocabulary'

const MAKERS = ['owner', 'developer'] as const

describe('the permissions of an API key', () => {
  it('are on live data those of the role of its creator', () => {
    for (const role of MAKERS) {
      const own = scopesOf(role, 'live')
      for (const { id, access } of ALL_OPERATIONS)
        if (isPartnerAccess(access) && access.scope !== undefined && own.includes(access.scope))
          expect(access.partner, `${role}: ${id}`).toContain(role)
    }
  })

  it('include all scopes for an owner', () => {
    expect(scopesOf('owner', 'live')).toEqual(CREDENTIAL_SCOPES)
  })

  it('exclude sales of a developer except in the test environment', () => {
    expect(createCredential.access).toEqual({ partner: MAKERS })
    expect(scopesOf('developer', 'live')).not.toContain('trips:write')
    expect(scopesOf('developer', 'test')).toContain('trips:write')
  })
})
