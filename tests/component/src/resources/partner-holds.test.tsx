import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Partner } from '../../../../contract/entities/partner'
import { HoldsNow } from '../../../../src/resources/partners/terms/HoldsNow'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const partner = { id: '1', version: 1, held_seats_max: 50, holds_max: 20 } as Partner

it('holds of a partner are shown with their limit, without test holds', async () => {
  signedIn({ role: 'manager' })
  const test = { seats: 9, holds: 3 }
  script({
    'GET /partners/1/holds/': () => answer({ held_seats_max: 50, holds_max: 20, live: { seats: 12, holds: 4 }, test }),
  })
  renderInFrame(<HoldsNow partner={partner} />)
  expect(await screen.findByText('On hold now: 12 of 50 seats, 4 of 20 holds.')).toBeVisible()
})
