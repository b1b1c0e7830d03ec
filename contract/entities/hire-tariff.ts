import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byForm } from '../core/ownership'
import { Currency, Id, MinorAmount, PlainDate, line } from '../core/scalars'
import { daysInOrder } from './parts'

const Charge = MinorAmount.min(0, 'A charge cannot be less than zero.')

/** Price of a private hire: base + distance + time, at least the minimum charge. Amounts in minor units. */
export const hireTariff = defineEntity({
  resource: 'hire-tariffs',
  writable: {
    vehicle_type_id: Id,
    /** Zone of the pick-up, null = any. */
    from_zone: line(32).nullable().default(null),
    /** Zone of the drop-off, null = any. */
    to_zone: line(32).nullable().default(null),
    currency: Currency,
    base_minor: Charge.default(0),
    /** Kilometres included in the base charge. */
    included_km: z.number().min(0).max(20_000).default(0),
    per_km_minor: Charge.default(0),
    per_hour_minor: Charge.default(0),
    /** Minimum number of charged hours. */
    min_hours: z.number().min(0).max(720).default(0),
    min_charge_minor: Charge.default(0),
    /** First day of hire; null = no first day. */
    valid_from: PlainDate.nullable().default(null),
    /** Last day of hire, included; null = until further notice. */
    valid_to: PlainDate.nullable().default(null),
  },
  computed: {},
  setBy: {
    ...byForm(
      'vehicle_type_id',
      'from_zone',
      'to_zone',
      'currency',
      'base_minor',
      'included_km',
      'per_km_minor',
      'per_hour_minor',
      'min_hours',
      'min_charge_minor',
      'valid_from',
      'valid_to',
    ),
  },
  filterable: [
    'vehicle_type_id',
    'from_zone',
    'to_zone',
    'currency',
    'base_minor',
    'valid_from',
    'valid_to',
    'created_at',
    'updated_at',
  ],
  sortable: [
    'from_zone',
    'to_zone',
    'currency',
    'base_minor',
    'per_km_minor',
    'per_hour_minor',
    'valid_from',
    'valid_to',
    'created_at',
    'updated_at',
  ],
  check: (record) => daysInOrder(record.valid_from, record.valid_to, 'valid_to'),
})
export type HireTariff = z.output<typeof hireTariff.record>
export type HireTariffCreate = z.input<typeof hireTariff.create>
