import '../../../support/console/media'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONSOLE_VERSION_HEADER, CONSOLE_VERSION_META } from '../../../../contract/core/console-version'
import { Root } from '../../../../src/boot/Root'
import { PageFault, RouteErrorPage } from '../../../../src/layout/pages/ErrorPage'
import { staffSession } from '../../../../src/providers/auth/session'
import { askVersion } from '../../../../src/providers/version'
import { ErrorBoundary } from '../../../../src/ui/ErrorBoundary'
import { NewVersion } from '../../../../src/ui/NewVersion'
import { onDemand, pageOnDemand } from '../../../../src/ui/onDemand'
import { useDraftForm } from '../../../../src/providers/draftForms'
import { forgetErrors, takeWarnings } from '../../../support/console/complaints'
import { renderInFrame, signedIn } from '../../../support/console/frame'

// The real module is never loaded: the server of another version has no file of it.
vi.mock('../../../../src/boot/App', () => {
  throw new Error('404')
})

const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/Page-1.js')
const load = () => Promise.reject<{ default: () => null }>(MISSING)
const OWN = 'one'
const NEWER_PART = /^This part belongs to a newer version\. Reload the page to use it\./

let served = OWN
const server = setupServer(
  http.get('*/healthz', () => new HttpResponse(null, { headers: { [CONSOLE_VERSION_HEADER]: served } })),
)
const reload = vi.fn()

const meta = document.createElement('meta')

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  meta.name = CONSOLE_VERSION_META
  meta.content = OWN
  document.head.append(meta)
})
beforeEach(() => {
  signedIn()
  reload.mockReset()
  vi.stubGlobal('location', { ...window.location, reload })
})
afterEach(() => {
  staffSession.clear()
  vi.unstubAllGlobals()
})
afterAll(() => {
  server.close()
  meta.remove()
})

describe('a part that fails to load', () => {
  const Part = onDemand(load)
  const Other = onDemand(load)
  const pages = (
    <>
      <Link to="/next">Next page</Link>
      <NewVersion />
    </>
  )

  // An outdated page stays outdated, so this test must be the first.
  test('offers a retry as long as the server has the version of the page', async () => {
    renderInFrame(<Part />)
    expect(await screen.findByRole('alert')).toHaveTextContent('Part of this page couldn’t be loaded.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    await askVersion()
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  })

  test('offers a reload when the server has another version, once for all parts and for the version', async () => {
    served = 'another'
    renderInFrame(
      <>
        {pages}
        <Part />
        <Other />
      </>,
    )
    expect(await screen.findByText(NEWER_PART)).toBeVisible()
    fireEvent.click(screen.getByRole('link', { name: 'Next page' }))
    expect(screen.getAllByRole('button', { name: 'Reload' })).toHaveLength(1)
    expect(screen.queryByText('A newer version is installed.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('says in its place that it is missing after "Later", and returns the focus', async () => {
    const Section = onDemand(load, () => <p>Waiting</p>)
    renderInFrame(
      <>
        <button>Before</button>
        <Section />
      </>,
    )
    const later = await screen.findByRole('button', { name: 'Later' })
    expect(screen.getByText('Waiting')).toBeVisible()
    act(() => screen.getByRole('button', { name: 'Before' }).focus())
    act(() => later.focus())
    fireEvent.click(later)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText('Waiting')).toBeNull()
    expect(screen.getByText(NEWER_PART)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus()
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  test('gives the focus to the page after "Later" when it was nowhere else', async () => {
    renderInFrame(
      <main tabIndex={-1}>
        <Other />
      </main>,
    )
    const later = await screen.findByRole('button', { name: 'Later' })
    act(() => later.focus())
    fireEvent.click(later)
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('leaves the offer of the newer version on the page when the part is closed', async () => {
    const giveUp = vi.fn()
    const Dialog = onDemand<{ onClose: () => void }>(load)
    const { unmount } = renderInFrame(<Dialog onClose={giveUp} />)
    await screen.findByText(NEWER_PART)
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(giveUp).toHaveBeenCalledOnce()
    unmount()
    renderInFrame(pages)
    fireEvent.click(screen.getByRole('link', { name: 'Next page' }))
    expect(screen.getByRole('status')).toHaveTextContent('A newer version is installed.')
  })

  test('promises a draft only while a form is open that stores one', async () => {
    function DraftForm() {
      useDraftForm()
      return null
    }
    const { unmount } = renderInFrame(
      <>
        <DraftForm />
        <Part />
      </>,
    )
    expect(await screen.findByText(/Reload the page; what you typed is kept as a draft\./)).toBeVisible()
    unmount()
    renderInFrame(<Part />)
    expect(await screen.findByText(NEWER_PART)).toBeVisible()
  })
})

describe('a page that fails to load', () => {
  const pressReload = async (
    text: string | RegExp = 'A newer version is installed. Reload to open this page.',
    name = 'Reload',
  ) => {
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('This page couldn’t be loaded')
    expect(await screen.findByText(text)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name }))
    await expect.poll(() => reload.mock.calls).toHaveLength(1)
  }
  beforeEach(() => {
    served = 'another'
    server.use(http.head('*/', () => new HttpResponse(null)))
  })

  afterEach(() => {
    forgetErrors()
    takeWarnings()
  })

  test('shows in the frame that a newer version is installed, and reloads', async () => {
    const Page = pageOnDemand(load)
    renderInFrame(
      <ErrorBoundary resetKey="/" fallback={(error) => <PageFault error={error} />}>
        <Page />
      </ErrorBoundary>,
    )
    await pressReload()
  })

  test('shows the same without a frame', async () => {
    const routes = [{ path: '/', lazy: load as never, ErrorBoundary: RouteErrorPage, HydrateFallback: () => null }]
    renderPages(routes)
    await pressReload()
  })

  test('shows the same before the console has loaded', async () => {
    render(<Root entry={null} />)
    await pressReload(/or a newer version was installed\. Try again\.$/, 'Try again')
  })
})

function renderPages(routes: Parameters<typeof createMemoryRouter>[0]) {
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}
