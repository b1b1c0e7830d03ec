import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { AuthContext, type AuthProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { staffSession } from '../../../../src/providers/auth/session'
import { Gate } from '../../../../src/ui/Gate'
import { renderPages, signedIn } from '../../../support/console/frame'

afterEach(() => staffSession.clear())

it('gate checks the session on every navigation, and renders the page once', async () => {
  signedIn({ role: 'admin' })
  const checkAuth = vi.fn(() => Promise.resolve())
  const drawn = vi.fn()
  function Page({ name }: { name: string }) {
    drawn(name)
    return <Link to="/stations/7/show">{name}</Link>
  }
  const gated = (action: 'list' | 'show') => (
    <AuthContext value={{ checkAuth } as unknown as AuthProvider}>
      <Gate key={action} action={action} resource="stations">
        <Page name={action} />
      </Gate>
    </AuthContext>
  )
  renderPages(
    [
      { path: '/stations', element: gated('list') },
      { path: '/stations/7/show', element: gated('show') },
    ],
    '/stations',
  )
  await waitFor(() => expect(checkAuth).toHaveBeenCalledTimes(1))
  fireEvent.click(screen.getByRole('link', { name: 'list' }))
  expect(await screen.findByRole('link', { name: 'show' })).toBeVisible()
  await waitFor(() => expect(checkAuth).toHaveBeenCalledTimes(2))
  expect(drawn.mock.calls.flat().filter((name) => name === 'show')).toHaveLength(1)
})
