import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { expect, it, vi } from 'vitest'
import { RecordPicker } from '../../../../src/kit/form/RecordPicker'
import { renderInFrame, signedIn } from '../../../support/console/frame'

vi.mock('../../../../contract/core/limits/console', async (original) => ({
  ...(await original<object>()),
  FILTER_DEBOUNCE_MS: 1,
}))

const SHOWN_AT_ONCE = 25
const ROUTES = Array.from({ length: 60 }, (_, index) => ({
  id: String(index + 1),
  code: `LINE${index + 1}`,
  name: { en: `Line ${index + 1}` },
}))

/** A server with more routes than a list of choices shows. */
const provider = testDataProvider({
  getList: ((_: string, { filter }: { filter: { q?: string } }) => {
    const found = ROUTES.filter(({ code }) => !filter.q || code === filter.q)
    return Promise.resolve({ data: found.slice(0, SHOWN_AT_ONCE), total: found.length })
  }) as never,
  getMany: ((_: string, { ids }: { ids: string[] }) =>
    Promise.resolve({ data: ROUTES.filter(({ id }) => ids.includes(id)) })) as never,
})

function Choice({ multiple }: { multiple: boolean }) {
  const [ids, setIds] = useState<string[]>(['3'])
  return <RecordPicker resource="routes" multiple={multiple} ids={ids} onPick={setIds} box={{ label: 'Routes' }} />
}

it.each([true, false])(
  'record picker finds a record beyond the first page by the typed text (several: %s)',
  async (multiple) => {
    signedIn()
    renderInFrame(
      <DataProviderContext value={provider}>
        <Choice multiple={multiple} />
      </DataProviderContext>,
    )
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Routes' })
    box.focus()
    for (const typed of ['LINE5', 'LINE57']) {
      fireEvent.change(box, { target: { value: typed } })
      expect(box).toHaveValue(typed)
    }
    fireEvent.click(await screen.findByRole('option', { name: /Line 57/ }))
    if (multiple) {
      expect(screen.getByText('Line 57', { selector: '.MuiChip-label' })).toBeVisible()
      expect(screen.getByText('Line 3', { selector: '.MuiChip-label' })).toBeVisible()
    } else expect(box).toHaveValue('Line 57')
  },
)

it('record picker chooses the clicked record while a further search runs', async () => {
  let isSearching = false
  const withoutAnswer = testDataProvider({
    getList: ((_: string, { filter }: { filter: { q?: string } }) => {
      if (!filter.q) return Promise.resolve({ data: ROUTES.slice(0, SHOWN_AT_ONCE), total: ROUTES.length })
      isSearching = true
      return new Promise(() => {})
    }) as never,
    getMany: ((_: string, { ids }: { ids: string[] }) =>
      Promise.resolve({ data: ROUTES.filter(({ id }) => ids.includes(id)) })) as never,
  })
  signedIn()
  renderInFrame(
    <DataProviderContext value={withoutAnswer}>
      <Choice multiple={false} />
    </DataProviderContext>,
  )
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Routes' })
  box.focus()
  fireEvent.mouseDown(box)
  await screen.findByRole('option', { name: /Line 12/ })
  fireEvent.change(box, { target: { value: 'LINE12' } })
  await waitFor(() => expect(isSearching).toBe(true))
  fireEvent.click(screen.getByRole('option', { name: /Line 12/ }))
  expect(box).toHaveValue('Line 12')
})
