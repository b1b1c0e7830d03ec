import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Customer } from '../../../../contract/entities/customer'
import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../../contract/operations/payments'
import CustomerTasks from '../../../../src/resources/customers/CustomerTasks'
import MoneyDialogs from '../../../../src/resources/reservations/money/MoneyDialogs'
import { WriteOffDialog } from '../../../../src/resources/reservations/money/WriteOffDialog'
import { CancelDialog } from '../../../../src/resources/reservations/show/CancelDialog'
import { RejectDialog } from '../../../../src/resources/reservations/show/RejectDialog'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const RESERVATION = {
  id: 'r1',
  version: 2,
  kind: 'seat',
  status: 'confirmed',
  reference: 'K7M2QX',
  lead_name: 'Ana Ruiz',
  passengers: [
    { category: 'adult', name: 'Ana Ruiz', needs: [] },
    { category: 'child', name: null, needs: [] },
    { category: 'senior', name: 'Eva Lopez', needs: [] },
  ],
  currency: 'EUR',
  total_minor: 2000,
  paid_minor: 0,
  legs: [],
  addons: [],
  price_lines: [],
} as unknown as Reservation
const CUSTOMER = { id: 'c1', version: 1, kind: 'person', first_name: 'Ben', last_name: 'Cole' } as unknown as Customer
const MONEY = { currency: 'EUR', write_off_max_minor: 1500 } as ReservationMoney
const ends = { onDone: () => Promise.resolve(), onClose: vi.fn() }

const DIALOGS: [dialog: string, element: ReactNode, names: string[]][] = [
  ['rejection', <RejectDialog reservation={RESERVATION} {...ends} />, ['K7M2QX Ana Ruiz']],
  ['cancellation', <CancelDialog reservation={RESERVATION} {...ends} />, ['K7M2QX Ana Ruiz']],
  [
    'cancellation of passengers',
    <CancelDialog reservation={RESERVATION} positions={[2, 3]} {...ends} />,
    ['K7M2QX Ana Ruiz', '2. Ana Ruiz Child', '3. Eva Lopez Senior'],
  ],
  ['write-off', <WriteOffDialog reservation={RESERVATION} money={MONEY} {...ends} />, ['K7M2QX Ana Ruiz']],
  [
    'block',
    <CustomerTasks customer={CUSTOMER} task="block" onClose={vi.fn()} />,
    [expect.stringContaining('Ben Cole')],
  ],
]

it.each(DIALOGS)('dialog of a %s names its record', async (_, element, names) => {
  signedIn({ role: 'admin' })
  script({
    'POST /reservations/r1/cancel/': () => answer({ code: 'invalid_state', detail: 'No.' }, 409),
    'POST /reservations/r1/cancel-passengers/': () => answer({ code: 'invalid_state', detail: 'No.' }, 409),
    'GET /company/': () => answer({ currency: 'EUR', country: 'CY' }),
  })
  renderInFrame(<DataProviderContext value={testDataProvider()}>{element}</DataProviderContext>)
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual(names)
})

it.each([
  ['reverse', 'payment', '€12.50 paid · P-2026-7'],
  ['decline', 'refund', '€12.50 refunded · P-2026-7'],
] as const)('dialog that would %s a %s names it', async (kind, direction, name) => {
  signedIn({ role: 'admin' })
  const payment = {
    id: 'p1',
    version: 1,
    direction,
    amount_minor: 1250,
    currency: 'EUR',
    reference: 'P-2026-7',
  } as Payment
  renderInFrame(<MoneyDialogs task={{ kind, payment }} reservation={RESERVATION} money={MONEY} {...ends} />)
  expect(await screen.findByRole('dialog')).toHaveTextContent(name)
})
