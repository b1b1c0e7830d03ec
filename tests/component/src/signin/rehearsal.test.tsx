import { setMedia } from '../../../support/console/media'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { rehearse } from '../../../../src/layout/prerenderConsole'
import { generatedListAt, RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { GENERATED_LIST } from '../../../../src/kit/listPage'
import { buildTheme } from '../../../../src/ui/theme/theme'
import { words } from '../../../support/console/frame'

const BLANK_ROWS = 5
const { md: MD_PX, lg: LG_PX } = buildTheme('light', 'ltr').breakpoints.values
const LISTS = RESOURCE_DEFINITIONS.map(({ spec }) => `/${spec.name}`).filter(generatedListAt)

let through = new AbortController()

beforeAll(() => {
  for (const px of [MD_PX, LG_PX]) setMedia(`(min-width:${px}px)`, true)
})

afterEach(() => {
  vi.useRealTimers()
  through = new AbortController()
})

/** Has a path rehearsed. @returns what it is drawn into, which no document holds */
async function rehearsed(path: string): Promise<HTMLElement> {
  const made = vi.spyOn(document, 'createElement')
  await act(async () => {
    await GENERATED_LIST.fetch()
    rehearse(words, path, through.signal)
  })
  const [stage] = made.mock.results.map(({ value }) => value as HTMLElement)
  if (!stage) throw new Error('Nothing was made to draw into')
  return stage
}

it.each(LISTS)(
  'draws %s once out of sight, with rows that say nothing, and asks the server for nothing',
  async (path) => {
    const asked = vi.spyOn(window, 'fetch')
    const title = document.title
    const stage = await rehearsed(path)
    await waitFor(() => expect(stage.querySelectorAll('tbody tr')).toHaveLength(BLANK_ROWS))
    expect(stage.querySelector('nav a[href="/vehicle-types"]')).not.toBeNull()
    expect(document.contains(stage)).toBe(false)
    expect(document.title).toBe(title)
    expect(asked).not.toHaveBeenCalled()
  },
)

it('throws the drawing away when somebody has signed in', async () => {
  const stage = await rehearsed('/stations')
  await waitFor(() => expect(stage).not.toBeEmptyDOMElement())
  vi.useFakeTimers()
  act(() => through.abort())
  await act(() => vi.runAllTimersAsync())
  expect(stage).toBeEmptyDOMElement()
})
