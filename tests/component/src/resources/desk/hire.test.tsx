import '../../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider, type GetListParams } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import { HireDesk } from '../../../../../src/resources/reservations/desk/HireDesk'
import { NEW_SALE } from '../../../../support/console/desk'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const minivans = Array.from({ length: 150 }, (_, index) => ({
  id: `v${index}`,
  name: { en: `Minivan ${index}` },
  seats: 7,
  luggage_units: 8,
}))
const coach = { id: 'c', name: { en: 'Coach' }, seats: 50, luggage_units: 60 }

/** Answers like the server: filtered, smallest first, one page. */
function vehicleTypes({ filter, pagination }: GetListParams) {
  const { seats_gte: seats = 0, luggage_units_gte: luggage = 0 } = filter as Record<string, number | undefined>
  const matching = [...minivans, coach].filter((type) => type.seats >= seats && type.luggage_units >= luggage)
  return { data: matching.slice(0, pagination?.perPage), total: matching.length }
}

it('hire offers a large vehicle type to a large party, however many small types there are', async () => {
  script({})
  signedIn({ role: 'agent' })
  const provider = testDataProvider({
    getList: ((resource: string, params: GetListParams) =>
      Promise.resolve(resource === 'vehicle-types' ? vehicleTypes(params) : { data: [], total: 0 })) as never,
  })
  renderInFrame(
    <DataProviderContext value={provider}>
      <HireDesk start={NEW_SALE} onAnother={() => undefined} />
    </DataProviderContext>,
  )
  // A query by role would compute the names of all radio buttons.
  const radio = async (name: string) =>
    within((await screen.findByText(name)).closest('label') as HTMLElement).getByRole('radio')
  expect(await radio('Minivan 0')).toBeEnabled()
  fireEvent.change(screen.getByLabelText('Number of passengers'), { target: { value: '30' } })
  expect(await radio('Coach')).toBeEnabled()
  expect(await radio('Minivan 0')).toBeDisabled()
})
