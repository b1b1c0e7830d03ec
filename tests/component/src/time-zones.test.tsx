import '../../support/console/media'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Form } from 'react-admin'
import { beforeEach, expect, it, vi } from 'vitest'
import { DateTimeInput } from '../../../src/kit/form/dayInputs'
import { registerResources } from '../../../src/kit/registry'
import { RESOURCE_DEFINITIONS } from '../../../src/layout/resources'
import { DateBox } from '../../../src/ui/DateBox'
import { Instant } from '../../../src/ui/Instant'
import { liveFrame, signInHere } from '../../support/console/live'
import { ScriptedSocket } from '../../support/console/scripted-socket'

beforeEach(() => {
  registerResources(RESOURCE_DEFINITIONS)
  ScriptedSocket.install()
  signInHere()
  return () => {
    vi.unstubAllGlobals()
    window.localStorage.clear()
  }
})

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

it('time field shows the time of the place, and its zone and the local time of the user only when they differ', async () => {
  const { Frame } = await liveFrame()
  render(
    <>
      <Instant value="2030-05-20T05:30:00Z" zone="Asia/Kathmandu" timeOnly />
      <Instant value="2030-05-20T05:30:00Z" zone={ZONE} timeOnly />
    </>,
    { wrapper: Frame },
  )
  const [there, here] = await screen.findAllByText((_, node) => node?.tagName === 'TIME')
  expect(there).toHaveTextContent(/^11:15 GMT\+5:45$/)
  expect(there?.title).toMatch(/^Your time: 20 May 2030/)
  expect(here).toHaveTextContent(/^\d\d:\d\d$/)
  expect(here?.title).not.toContain('Your time')
})

it('time field shows when clocks skip the typed time, or repeat it', async () => {
  const { Frame } = await liveFrame()
  render(
    <Form defaultValues={{ timezone: 'Europe/Madrid', starts_at: null }}>
      <DateTimeInput source="starts_at" resource="reservations" zone="timezone" />
    </Form>,
    { wrapper: Frame },
  )
  const box = await screen.findByPlaceholderText(/./)
  const type = (value: string) => {
    fireEvent.change(box, { target: { value } })
    fireEvent.blur(box)
  }
  type('31.3.2030 2:30')
  expect(screen.getByText(/skip 02:30 that night; 03:30 is used/)).toBeVisible()
  expect(box).toHaveValue('Sun, 31 Mar 2030, 03:30')
  type('27.10.2030 2:30')
  expect(screen.getByText(/show 02:30 twice that night/)).toBeVisible()
  type('27.10.2030 4:30')
  expect(screen.queryByText(/that night/)).toBeNull()
})

it('time of a hire stays as typed when its place changes, and only its current text causes a warning', async () => {
  const { Frame } = await liveFrame()
  function Hire() {
    const [wall, setWall] = useState('')
    const [zone, setZone] = useState('UTC')
    return (
      <>
        <DateBox kind="dayTime" label="Starts" value={wall} zone={zone} onChange={setWall} />
        <button onClick={() => setZone('Europe/Madrid')}>In Madrid</button>
        <button onClick={() => setWall('2030-05-20T08:00')}>Another time</button>
      </>
    )
  }
  render(<Hire />, { wrapper: Frame })
  const box = await screen.findByPlaceholderText(/./)
  fireEvent.change(box, { target: { value: '31.3.2030 2:30' } })
  fireEvent.blur(box)
  expect(box).toHaveValue('Sun, 31 Mar 2030, 02:30')
  fireEvent.click(screen.getByText('In Madrid'))
  expect(box).toHaveValue('Sun, 31 Mar 2030, 02:30')
  expect(screen.getByText(/skip 02:30 that night; 03:30 is used/)).toBeVisible()
  fireEvent.click(screen.getByText('Another time'))
  expect(screen.queryByText(/skip/)).toBeNull()
})
