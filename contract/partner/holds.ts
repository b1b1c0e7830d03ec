import { z } from 'zod'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { partner } from '../entities/partner'

const OnHold = z.object({
  /** A seat counts on each departure of a trip. */
  seats: z.int().min(0),
  holds: z.int().min(0),
})

/** What a partner has on hold now, and how much it may have. */
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
  summary: 'What a partner has on hold now, and how much it may have',
  access: { action: 'show', resource: 'partners' },
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'Seats and holds, live and test apart.', schema: PartnerHolds },
  errors: ['not_found', 'malformed'],
})
