import { afterEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from '../../../src/providers/config'
import { canAccess } from '../../../src/providers/auth/canAccess'
import { partnerSession } from '../../../src/providers/auth/partnerSession'
import { displayName, staffSession, toStaffUser } from '../../../src/providers/auth/session'
import { storage } from '../../../src/providers/storage'

afterEach(() => {
  vi.restoreAllMocks()
  staffSession.clear()
  window.localStorage.clear()
})

const answer = {
  id: '7',
  username: 'ana',
  first_name: 'Ana',
  last_name: null,
  email: 'ana@example.com',
  is_staff: true,
  role: 'agent',
  password_hash: 'never kept',
}

describe('the stored user', () => {
  it('notifies of a change only when a field changes', () => {
    const user = toStaffUser(answer)
    if (!user) throw new Error('The answer is no user')
    staffSession.start({ tokens: { access: 'a', refresh: null }, user })
    const listener = vi.fn()
    const unsubscribe = staffSession.subscribe(listener)
    staffSession.setUser({ ...user })
    expect(listener).not.toHaveBeenCalled()
    staffSession.setUser({ ...user, first_name: 'Anna' })
    expect(listener).toHaveBeenCalledOnce()
    expect(staffSession.user()?.first_name).toBe('Anna')
    unsubscribe()
  })

  it('has the fields that the console needs and no other', () => {
    expect(toStaffUser(answer)).toEqual({
      id: '7',
      username: 'ana',
      first_name: 'Ana',
      last_name: '',
      email: 'ana@example.com',
      is_staff: true,
      role: 'agent',
    })
  })

  it.each([null, 'x', 7, [], {}, { ...answer, role: 'emperor' }])('is none when it is %j', (value) => {
    expect(toStaffUser(value)).toBeNull()
  })

  it('is read from the storage of the browser, and broken storage is no session', () => {
    window.localStorage.setItem(STORAGE_KEYS.user, '{bad json')
    window.localStorage.setItem(STORAGE_KEYS.tokens, '{"access":7}')
    staffSession.clear()
    expect([staffSession.user(), staffSession.tokens()]).toEqual([null, null])
  })

  it.each([
    ['Ana', 'Ruiz', 'ar', 'Ana Ruiz'],
    ['Ana', '', 'ar', 'Ana'],
    [' ', ' ', 'ar', 'ar'],
    ['', '', '', 'User'],
  ])(
    'has as its display name the name, else the user name, else a default (%s, %s, %s)',
    (first_name, last_name, username, name) => {
      expect(displayName({ first_name, last_name, username }, 'User')).toBe(name)
    },
  )
})

describe('a partner’s token', () => {
  it.each(['x'.repeat(39), 'x'.repeat(41), `${'x'.repeat(39)} `, `${'x'.repeat(39)}é`])(
    'with the wrong format discards the session (%s)',
    (token) => {
      for (const [key, value] of [
        [STORAGE_KEYS.partnerToken, token],
        [STORAGE_KEYS.partnerUser, '{}'],
        [STORAGE_KEYS.partner, '{}'],
      ] as const)
        window.localStorage.setItem(key, value)
      expect(partnerSession.token()).toBeNull()
      expect(window.localStorage.getItem(STORAGE_KEYS.partnerUser)).toBeNull()
      expect(window.localStorage.getItem(STORAGE_KEYS.partner)).toBeNull()
    },
  )
})

describe('a session whose storage refuses writes', () => {
  it('lasts as long as the page', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('Quota')
    })
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('Blocked')
    })
    storage.set('theme', 'dark')
    expect(storage.get('theme')).toBe('dark')
    storage.remove('theme')
    expect(storage.get('theme')).toBeNull()
  })
})

describe('canAccess', () => {
  it('follows the permission table and denies unknown permissions', () => {
    expect(canAccess('agent', 'create', 'reservations')).toBe(true)
    expect(canAccess('agent', 'delete', 'reservations')).toBe(false)
    expect(canAccess('agent', 'list', 'users')).toBe(false)
    expect(canAccess('admin', 'fly', 'vehicles')).toBe(false)
    expect(canAccess('admin', 'list', 'unicorns')).toBe(false)
    expect(canAccess(undefined, 'list', 'vehicles')).toBe(false)
  })
})
