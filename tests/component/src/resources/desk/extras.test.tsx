import '../../../../support/console/media'
import { screen } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { expect, it } from 'vitest'
import { ExtrasCard } from '../../../../../src/resources/reservations/desk/ExtrasCard'
import { renderInFrame, signedIn } from '../../../../support/console/frame'

const addon = (name: string, route_ids: string[]) => ({
  id: name,
  name: { en: name },
  category: 'luggage',
  pricing: 'per_unit',
  amount_minor: 500,
  percent_bp: null,
  currency: 'EUR',
  route_ids,
  mandatory: false,
  max_per_reservation: null,
})
const addons = [addon('Everywhere', []), addon('Coach', ['out']), addon('Ferry', ['second']), addon('Night', ['back'])]
const provider = testDataProvider({
  getList: (() => Promise.resolve({ data: addons, total: addons.length })) as never,
})

it.each([
  ['a single leg', { out: ['out'], back: null }, ['Everywhere', 'Coach']],
  ['two coaches', { out: ['out', 'second'], back: null }, ['Everywhere', 'Coach', 'Ferry']],
  [
    'a return',
    { out: ['out'], back: ['back'] },
    ['Everywhere, Outbound', 'Everywhere, Return', 'Coach, Outbound', 'Night, Return'],
  ],
  ['no departure yet', { out: [], back: null }, ['Everywhere']],
])('add-ons are those of any leg, for the directions that offer them: %s', async (_, routeIds, offered) => {
  signedIn({ role: 'agent' })
  renderInFrame(
    <DataProviderContext value={provider}>
      <ExtrasCard
        extras={{ addons: {}, back: {}, promo: null }}
        onChange={() => undefined}
        routeIds={routeIds}
        notes=""
        onNotes={() => undefined}
      />
    </DataProviderContext>,
  )
  await screen.findAllByRole('spinbutton')
  expect(screen.getAllByRole('spinbutton').map((box) => box.getAttribute('aria-label'))).toEqual(offered)
})
