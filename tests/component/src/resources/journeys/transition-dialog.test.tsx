import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Journey } from '../../../../../contract/entities/journey'
import { JourneyTasks } from '../../../../../src/resources/journeys/JourneyTasks'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const UNDER_WAY = { id: '4', code: 'LCA-1', version: 3, service_status: 'in_progress' } as Journey

/** Shows the dialog that reverts a departure, and a button by which another user reverts it first. */
function Page({ onClose }: { onClose: () => void }) {
  const [journey, setJourney] = useState(UNDER_WAY)
  const overtake = () => setJourney({ ...UNDER_WAY, version: 4, service_status: 'boarding' })
  return (
    <DataProviderContext value={testDataProvider()}>
      <button onClick={overtake}>Overtake</button>
      <JourneyTasks journey={journey} task="revert" onClose={onClose} />
    </DataProviderContext>
  )
}

it('dialog of a transition confirms nothing else when another user has changed the status', async () => {
  signedIn({ role: 'manager' })
  const { calls } = script({})
  const onClose = vi.fn()
  renderInFrame(<Page onClose={onClose} />)
  const dialog = await screen.findByRole('dialog', { name: 'Revert departure' })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Wrong departure' } })
  expect(within(dialog).getByRole('button', { name: 'Revert departure' })).toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Overtake', hidden: true }))
  expect(within(dialog).getByText(/changed in the meantime: Boarding/)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Revert departure' })).toBeDisabled()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(calls).toEqual([])
})

it('dialog of a transition closes without a warning when its own change arrives first', async () => {
  signedIn({ role: 'manager' })
  let respond: (response: Response) => void = () => {}
  const response = new Promise<Response>((resolve) => (respond = resolve))
  script({ 'POST /journeys/4/revert/': () => response })
  const onClose = vi.fn()
  renderInFrame(<Page onClose={onClose} />)
  const dialog = await screen.findByRole('dialog', { name: 'Revert departure' })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Wrong departure' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revert departure' }))
  fireEvent.click(screen.getByRole('button', { name: 'Overtake', hidden: true }))
  expect(within(dialog).queryByText(/in the meantime/)).toBeNull()
  respond(answer({ ...UNDER_WAY, version: 4, service_status: 'boarding' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: 30_000 })
})
