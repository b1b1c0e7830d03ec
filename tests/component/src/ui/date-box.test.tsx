import '../../../support/console/media'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { DateBox } from '../../../../src/ui/DateBox'
import type { DateBoxProps } from '../../../../src/ui/dateBox/props'
import { liveFrame, signInHere } from '../../../support/console/live'
import { ScriptedSocket } from '../../../support/console/scripted-socket'

beforeEach(() => {
  ScriptedSocket.install()
  signInHere()
  // A Wednesday.
  vi.useFakeTimers({ now: Date.parse('2026-11-25T10:05:00Z'), toFake: ['Date'] })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    window.localStorage.clear()
  }
})

/** Renders the field in a form, and records its values. */
async function field(props: Partial<DateBoxProps>) {
  const { Frame } = await liveFrame()
  const given = vi.fn()
  const submitted = vi.fn()
  function Form() {
    const [value, setValue] = useState(props.value ?? '')
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted()
        }}
      >
        <DateBox
          label="Day"
          {...props}
          value={value}
          onChange={(next) => {
            given(next)
            setValue(next)
          }}
        />
      </form>
    )
  }
  render(<Form />, { wrapper: Frame })
  await screen.findByPlaceholderText(/./)
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' })
  const type = (text: string) => fireEvent.change(box, { target: { value: text } })
  const press = (key: string, more: object = {}) => fireEvent.keyDown(box, { key, ...more })
  return { box, type, press, given, submitted }
}

it('date field previews what is typed, and accepts it on Enter with its weekday', async () => {
  const { box, type, press, given } = await field({ value: '2026-11-30' })
  expect(box).toHaveValue('Mon, 30 Nov 2026')
  type('3.12')
  expect(screen.getByText('Thursday, 3 December 2026')).toBeVisible()
  expect(given).not.toHaveBeenCalled()
  // The key that selects the day does not submit the form.
  expect(press('Enter')).toBe(false)
  expect(given).toHaveBeenCalledExactlyOnceWith('2026-12-03')
  expect(box).toHaveValue('Thu, 3 Dec 2026')
  expect(screen.queryByText('Thursday, 3 December 2026')).toBeNull()
  expect(press('Enter')).toBe(true)
})

it('date field accepts what is typed on blur, and an empty text as no day', async () => {
  const { box, type, given } = await field({ value: '2026-11-30' })
  type('tomorrow')
  fireEvent.blur(box)
  expect(given).toHaveBeenLastCalledWith('2026-11-26')
  type('')
  fireEvent.blur(box)
  expect(given).toHaveBeenLastCalledWith('')
})

it('date field keeps an unreadable text, and shows how days are typed', async () => {
  const { box, type, given } = await field({})
  type('31.2')
  expect(box).toHaveAttribute('aria-invalid', 'false')
  fireEvent.blur(box)
  expect(given).toHaveBeenLastCalledWith('31.2')
  expect(box).toHaveValue('31.2')
  expect(box).toBeInvalid()
  expect(screen.getByText(/“31\.2” is not a day\. Type one such as .*tomorrow, \+3/)).toBeVisible()
  type('thu 4.12')
  fireEvent.blur(box)
  expect(screen.getByText('Check the weekday: that day is Friday, 4 December 2026.')).toBeVisible()
  type('fri 4.12')
  fireEvent.blur(box)
  expect(box).toHaveValue('Fri, 4 Dec 2026')
  expect(box).toBeValid()
})

it('date field shows which day still applies when the page keeps the previous one', async () => {
  const { Frame } = await liveFrame()
  render(<DateBox label="Day" value="2026-12-03" onChange={() => undefined} />, { wrapper: Frame })
  await screen.findByPlaceholderText(/./)
  const box = screen.getByRole('textbox', { name: 'Day' })
  fireEvent.change(box, { target: { value: 'soon' } })
  fireEvent.blur(box)
  expect(box).toHaveValue('soon')
  expect(screen.getByText(/“soon” is not a day\..* Thu, 3 Dec 2026 still applies\./)).toBeVisible()
})

it('date field steps a day with the arrow keys, and discards the typed text on Escape', async () => {
  const { box, type, press, given } = await field({ value: '2026-12-31' })
  press('ArrowUp')
  expect(given).toHaveBeenLastCalledWith('2027-01-01')
  press('ArrowDown')
  press('ArrowDown')
  expect(given).toHaveBeenLastCalledWith('2026-12-30')
  type('3.12')
  press('ArrowUp')
  expect(given).toHaveBeenLastCalledWith('2026-12-04')
  type('nonsense')
  press('Escape')
  expect(box).toHaveValue('Fri, 4 Dec 2026')
})

it('date field accepts what is typed before a key of the page acts on it', async () => {
  const { type, press, given } = await field({})
  type('fri')
  expect(press('Enter', { ctrlKey: true })).toBe(true)
  expect(given).toHaveBeenCalledExactlyOnceWith('2026-11-27')
})

it('date field opens a calendar by key, marks unavailable days, and accepts an available one', async () => {
  const { box, press, given } = await field({ value: '2026-12-10', min: '2026-12-05' })
  press('ArrowDown', { altKey: true })
  const calendar = await screen.findByRole('dialog', { name: 'Day' })
  const day = (name: RegExp) => within(calendar).getByRole('button', { name })
  expect(day(/Thursday, 10 December 2026/)).toHaveFocus()
  expect(day(/Friday, 4 December 2026/)).toBeDisabled()
  fireEvent.click(day(/Saturday, 12 December 2026/))
  expect(given).toHaveBeenCalledExactlyOnceWith('2026-12-12')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(box).toHaveFocus()
})

it('date field closes the calendar on Escape and keeps its day', async () => {
  const { box, press, given } = await field({ value: '2026-12-10' })
  press('ArrowDown', { altKey: true })
  const calendar = await screen.findByRole('dialog')
  fireEvent.keyDown(within(calendar).getByRole('button', { name: /10 December/ }), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(box).toHaveFocus()
  expect(given).not.toHaveBeenCalled()
})

it('date field shows when a day cannot be chosen', async () => {
  const { box, type, given } = await field({ min: '2026-12-05' })
  type('4.12.2026')
  fireEvent.blur(box)
  expect(given).toHaveBeenLastCalledWith('2026-12-04')
  expect(box).toBeInvalid()
  expect(screen.getByText('The first possible day is Saturday, 5 December 2026.')).toBeVisible()
})

it('time field accepts times of day, and steps by a quarter of an hour', async () => {
  const { box, type, press, given } = await field({ kind: 'time', value: '14:05' })
  press('ArrowUp')
  expect(given).toHaveBeenLastCalledWith('14:15')
  press('ArrowDown')
  expect(given).toHaveBeenLastCalledWith('14:00')
  type('2:30 pm')
  press('Enter')
  expect(box).toHaveValue('14:30')
  type('25:10')
  press('Enter')
  expect(screen.getByText(/“25:10” is not a time\./)).toBeVisible()
})

it('time field accepts times of the service day past midnight, and shows the clock time', async () => {
  const { box, type, press, given } = await field({ kind: 'serviceTime' })
  type('2510')
  press('Enter')
  expect(given).toHaveBeenLastCalledWith('25:10:00')
  expect(box).toHaveValue('25:10')
  expect(screen.getByText('01:10 on the clock, one day later')).toBeVisible()
})

it('date-time field accepts a day with its time, and steps the part under the caret', async () => {
  const { box, type, press, given } = await field({ kind: 'dayTime' })
  type('fri 9')
  press('Enter')
  expect(box).toHaveValue('Fri, 27 Nov 2026, 09:00')
  box.setSelectionRange(0, 0)
  press('ArrowUp')
  expect(given).toHaveBeenLastCalledWith('2026-11-28T09:00')
  box.setSelectionRange(box.value.length, box.value.length)
  press('ArrowDown')
  expect(given).toHaveBeenLastCalledWith('2026-11-28T08:45')
  type('fri')
  fireEvent.blur(box)
  expect(screen.getByText('Friday, 27 November 2026: add a time, such as 14:30.')).toBeVisible()
})
