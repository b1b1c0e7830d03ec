import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PartnerTripDetail } from '../../../../contract/partner/trips'
import { CancelDialog } from '../../../../src/partner/trips/CancelDialog'
import { renderInFrame } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const done = () => undefined

it.each([
  ['on_hold', 'Nothing has been paid and no cancellation fee applies. The seats are released.'],
  ['confirmed', 'No cancellation fee: the full price is refunded.'],
])('cancel dialog shows what is refunded for a trip that is %s, and how to keep the trip', async (status, text) => {
  const trip = { id: '9', version: 2, reference: 'ABC234', status, currency: 'EUR', gross_minor: 7200 }
  script({ 'POST /partner/trips/9/cancel/': () => answer({ ...trip, status: 'cancelled', cancellation_fee_minor: 0 }) })
  renderInFrame(<CancelDialog trip={trip as PartnerTripDetail} onDone={done} onClose={done} />)
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(text)).toBeVisible()
  const names = within(dialog)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Keep trip', 'Cancel trip'])
})
