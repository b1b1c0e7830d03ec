import '../../../../support/console/media'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { DepartureSearch } from '../../../../../src/resources/reservations/desk/deskTypes'
import { DepartureSearchForm } from '../../../../../src/resources/reservations/desk/DepartureSearchForm'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'
import { station } from '../../../../support/stations'

afterEach(() => vi.unstubAllGlobals())

const AIRPORT = { ...station('AGP', { en: 'Málaga Airport' }), match: null }

function Desk() {
  const [search, setSearch] = useState<DepartureSearch>({ origin: null, destination: null, date: '2030-05-20' })
  const refs = { origin: useRef<HTMLInputElement>(null), destination: useRef<HTMLInputElement>(null) }
  return (
    <DepartureSearchForm
      name="out"
      search={search}
      onChange={setSearch}
      onStation={() => refs.destination.current?.focus()}
      refs={refs}
    />
  )
}

/** Presses Tab. @returns whether the browser moves the focus */
function pressTab(box: HTMLElement, shiftKey = false): boolean {
  const event = createEvent.keyDown(box, { key: 'Tab', shiftKey })
  fireEvent(box, event)
  return !event.defaultPrevented
}

it('stop form cancels the first Tab after it has moved the focus to an empty box, and no other', async () => {
  script({ 'GET /stations/search/': () => answer([AIRPORT]) })
  signedIn({ role: 'agent' })
  const provider = testDataProvider({ getMany: () => Promise.resolve({ data: [] }) })
  renderInFrame(
    <DataProviderContext value={provider}>
      <Desk />
    </DataProviderContext>,
  )
  const box = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })
  const choose = async () => {
    box('From').focus()
    fireEvent.change(box('From'), { target: { value: 'agp' } })
    fireEvent.keyDown(box('From'), { key: 'Enter' })
    await waitFor(() => expect(box('To')).toHaveFocus())
  }
  await choose()
  expect(pressTab(box('To'))).toBe(false)
  expect(pressTab(box('To'))).toBe(true)

  await choose()
  expect(pressTab(box('To'), true)).toBe(true)

  await choose()
  fireEvent.change(box('To'), { target: { value: 'gra' } })
  expect(pressTab(box('To'))).toBe(true)

  fireEvent.change(box('To'), { target: { value: '' } })
  await choose()
  box('From').focus()
  box('To').focus()
  expect(pressTab(box('To'))).toBe(true)
})
