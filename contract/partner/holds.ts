import { z } from 'zod'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { partner } from '../entities/partner'

const OnHold = z.object({
  /** A seat counts once for each departure of a booking. */
  seats: z.int().min(0),
  holds: z.int().min(0),
})

/** Current holds of a partner and their limits. */
const PartnerHolds = z.object({
  held_seats_max: partner.record.shape.held_seats_max.unwrap(),
  holds_max: partner.record.shape.holds_max.unwrap(),
  live: OnHold,
  test: OnHold,
})

export const getPartnerHolds = operation({
  id: 'getPartnerHolds',
  method: 'GET',
  path: '/partners/:id/holds',
  tag: 'partner-access',
  summary: 'Get the current holds of a partner and their limits',
  access: { action: 'show', resource: 'partners' },
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'Seats and holds, separately for live and test.', schema: PartnerHolds },
  errors: ['not_found', 'malformed'],
})
