import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { Form } from 'react-admin'
import { beforeEach, expect, it, vi } from 'vitest'
import { zoneName } from '../../../src/providers/format/dates'
import { FieldValue } from '../../../src/kit/displays'
import { DateTimeInput } from '../../../src/kit/form/dayInputs'
import { FormContext } from '../../../src/kit/form/FormContext'
import { registerResources, specOf } from '../../../src/kit/registry'
import { fieldOf } from '../../../src/kit/resource'
import { RESOURCE_DEFINITIONS } from '../../../src/layout/resources'
import { ClockField } from '../../../src/ui/ClockField'
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

it('tells the time of the place with its zone, and the reader’s on hover where it is another', async () => {
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
  expect(here?.title).not.toContain('Your time')
})

it('names the reader’s zone where a hire starts at an address, whose own nobody knows', async () => {
  const { Frame } = await liveFrame()
  const hire = fieldOf(specOf('reservations'), 'hire')
  const field = hire?.kind === 'group' ? hire.fields.find(({ source }) => source === 'starts_at') : undefined
  if (!field) throw new Error('A hire has no start.')
  const record = { id: '1', origin_station_id: null, hire: { starts_at: '2030-05-20T05:30:00Z' } }
  render(<FieldValue field={field} record={record} resource="reservations" parent="hire" />, { wrapper: Frame })
  const time = await screen.findByText((_, node) => node?.tagName === 'TIME')
  expect(time.lastChild).toHaveTextContent(zoneName('2030-05-20T05:30:00Z', { locale: 'en-GB', zone: ZONE }))
})

it('says so where clocks skip the time that is typed, or show it twice', async () => {
  const { Frame } = await liveFrame()
  const spec = specOf('reservations')
  const field = { source: 'starts_at', kind: 'dateTime', zone: 'timezone' } as const
  render(
    <FormContext value={{ spec, entity: await spec.entity(), mode: 'create', Field: () => null }}>
      <Form defaultValues={{ timezone: 'Europe/Madrid', starts_at: null }}>
        <DateTimeInput field={field} path="starts_at" />
      </Form>
    </FormContext>,
    { wrapper: Frame },
  )
  const box = await screen.findByLabelText(/./, { selector: 'input[type="datetime-local"]' })
  const type = (value: string) => fireEvent.change(box, { target: { value } })
  type('2030-03-31T02:30')
  expect(screen.getByText(/skip 02:30 that night; 03:30 is meant · Europe\/Madrid/)).toBeVisible()
  expect(box).toHaveValue('2030-03-31T03:30')
  type('2030-10-27T02:30')
  expect(screen.getByText(/show 02:30 twice that night/)).toBeVisible()
  type('2030-10-27T04:30')
  expect(screen.getByText('Europe/Madrid')).toBeVisible()
})

it('keeps a time of a hire as it was typed while its place is changed, and warns only of what stands there', async () => {
  const { Frame } = await liveFrame()
  function Hire() {
    const [wall, setWall] = useState('')
    const [zone, setZone] = useState('UTC')
    return (
      <>
        <ClockField label="Starts" wall={wall} zone={zone} onWall={setWall} />
        <button onClick={() => setZone('Europe/Madrid')}>In Madrid</button>
        <button onClick={() => setWall('2030-05-20T08:00')}>Another time</button>
      </>
    )
  }
  render(<Hire />, { wrapper: Frame })
  const box = await screen.findByLabelText('Starts')
  fireEvent.change(box, { target: { value: '2030-03-31T02:30' } })
  expect(screen.getByText('UTC')).toBeVisible()
  fireEvent.click(screen.getByText('In Madrid'))
  expect(box).toHaveValue('2030-03-31T02:30')
  expect(screen.getByText(/skip 02:30 that night; 03:30 is meant · Europe\/Madrid/)).toBeVisible()
  fireEvent.click(screen.getByText('Another time'))
  expect(screen.getByText('Europe/Madrid')).toBeVisible()
})
