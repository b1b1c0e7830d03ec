import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DRAFT_RETENTION_H } from '../../../contract/core/limits/console'
import { STORAGE_KEYS } from '../../../src/providers/config'
import { authProvider } from '../../../src/providers/auth/authProvider'
import { staffSession } from '../../../src/providers/auth/session'
import { drafts } from '../../../src/providers/drafts'
import { openStore } from '../../../src/providers/store'
import { ANA, answer, script } from '../../support/console/session'

const BEN = { ...ANA, id: '8', username: 'ben' }
const FORM = 'customers:new'
const start = (user = ANA) => staffSession.start({ tokens: { access: 'access', refresh: 'refresh' }, user })
const draft = (last_name: string) => ({ values: { last_name }, version: null, at: new Date().toISOString() })
const offered = () => drafts.read(FORM)?.values['last_name'] ?? null
const left = () => JSON.stringify({ ...window.sessionStorage })

beforeEach(() => {
  vi.useFakeTimers()
  script({ 'POST /auth/logout/': () => answer({}) })
  start()
  drafts.write(ANA.id, FORM, draft('Ruiz'))
})
afterEach(() => {
  staffSession.clear()
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a form draft', () => {
  it('is offered to the user who typed it and to no other user of the same browser', () => {
    start(BEN)
    expect(offered()).toBeNull()
    drafts.write(BEN.id, FORM, draft('Holt'))
    drafts.forget(FORM)
    start()
    expect(offered()).toBe('Ruiz')
  })

  it('survives an expired session, including the last words', () => {
    staffSession.clear()
    expect(offered()).toBeNull()
    drafts.write(ANA.id, FORM, draft('Ruiz Gómez'))
    start()
    expect(offered()).toBe('Ruiz Gómez')
  })

  it('is deleted on sign-out, including what an open form would still save', async () => {
    drafts.write(BEN.id, FORM, draft('Holt'))
    await authProvider.logout()
    drafts.write(ANA.id, FORM, draft('Ruiz'))
    expect(left()).not.toContain('Ruiz')
    expect(left()).toContain('Holt')
  })

  it('is deleted on a sign-out in another tab', () => {
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.signedOut, newValue: ANA.id }))
    expect(left()).not.toContain('Ruiz')
  })

  it('is deleted after some hours for every user, and at once without an owner', () => {
    window.sessionStorage.setItem(`${STORAGE_KEYS.draftPrefix}customers:new`, '{"values":{"last_name":"Anybody"}}')
    start(BEN)
    vi.advanceTimersByTime(DRAFT_RETENTION_H * 3_600_000 - 1)
    expect([offered(), left().includes('Ruiz'), left().includes('Anybody')]).toEqual([null, true, false])
    vi.advanceTimersByTime(1)
    expect(offered()).toBeNull()
    expect(left()).not.toContain('Ruiz')
  })
})

it('list settings belong to the signed-in user, however the previous session ended', () => {
  openStore().setItem('customers.listParams', { filter: { q: 'Ruiz' } })
  expect(openStore().getItem('customers.listParams')).toEqual({ filter: { q: 'Ruiz' } })
  staffSession.clear()
  start(BEN)
  expect(openStore().getItem('customers.listParams')).toBeUndefined()
})
