import { setMedia } from '../../../support/console/media'
import { act, render, waitFor } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { PrerenderedConsole } from '../../../../src/layout/PrerenderedConsole'
import { SettingsProvider } from '../../../../src/providers/settings/SettingsProvider'
import { generatedListAt, RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { fetchListPage } from '../../../../src/layout/listPages'
import { buildTheme } from '../../../../src/ui/theme/theme'
import { words } from '../../../support/console/frame'

const BLANK_ROWS = 5
const { md: MD_PX, lg: LG_PX } = buildTheme('light', 'ltr').breakpoints.values
const LISTS = RESOURCE_DEFINITIONS.map(({ spec }) => `/${spec.name}`).filter(generatedListAt)

beforeAll(() => {
  for (const px of [MD_PX, LG_PX]) setMedia(`(min-width:${px}px)`, true)
})

/** Prerenders a path. @returns the detached element with the result, and a function that unmounts it */
async function drawn(path: string): Promise<{ container: HTMLElement; unmount: () => void }> {
  await fetchListPage(path)
  const host = document.body.appendChild(document.createElement('div'))
  const made = vi.spyOn(document, 'createElement')
  const { unmount } = await act(async () =>
    render(
      <SettingsProvider>
        <PrerenderedConsole i18n={words} path={path} />
      </SettingsProvider>,
      { container: host },
    ),
  )
  const [container] = made.mock.results.map(({ value }) => value as HTMLElement)
  if (!container) throw new Error('Nothing was made to draw into')
  expect(host).toBeEmptyDOMElement()
  return { container, unmount }
}

it.each(LISTS)('prerendering draws %s once, hidden, with empty rows and without requests', async (path) => {
  const asked = vi.spyOn(window, 'fetch')
  const title = document.title
  const { container } = await drawn(path)
  await waitFor(() => expect(container.querySelectorAll('tbody tr')).toHaveLength(BLANK_ROWS))
  expect(container.querySelector('nav a[href="/vehicle-types"]')).not.toBeNull()
  expect(document.contains(container)).toBe(false)
  expect(document.title).toBe(title)
  expect(asked).not.toHaveBeenCalled()
})

it('prerendering discards its result when it is released', async () => {
  const { container, unmount } = await drawn('/stations')
  await waitFor(() => expect(container).not.toBeEmptyDOMElement())
  unmount()
  expect(container).toBeEmptyDOMElement()
})
