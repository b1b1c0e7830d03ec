import { z } from 'zod'
import { defineEntity } from '../core/entity'
import { byForm } from '../core/ownership'
import { Currency, Id, MinorAmount, PlainDate, line } from '../core/scalars'
import { daysInOrder } from './parts'
import { schemaMessage } from '../core/sentence'

const Charge = MinorAmount.min(0, schemaMessage`A charge cannot be less than zero.`)

/** Price of a private hire: base + distance + time, at least the minimum charge. Amounts in minor units. */
export const hireTariff = defineEntity({
  resource: 'hire-tariffs',
  writable: {
    vehicle_type_id: byForm(Id, 'filter'),
    /** Zone of the pick-up, null = any. */
    from_zone: byForm(line(32).nullable().default(null), 'filter', 'sort'),
    /** Zone of the drop-off, null = any. */
    to_zone: byForm(line(32).nullable().default(null), 'filter', 'sort'),
    currency: byForm(Currency, 'filter', 'sort'),
    base_minor: byForm(Charge.default(0), 'filter', 'sort'),
    /** Kilometres included in the base charge. */
    included_km: byForm(z.number().min(0).max(20_000).default(0)),
    per_km_minor: byForm(Charge.default(0), 'sort'),
    per_hour_minor: byForm(Charge.default(0), 'sort'),
    /** Minimum number of charged hours. */
    min_hours: byForm(z.number().min(0).max(720).default(0)),
    min_charge_minor: byForm(Charge.default(0)),
    /** First day of hire; null = no first day. */
    valid_from: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
    /** Last day of hire, included; null = until further notice. */
    valid_to: byForm(PlainDate.nullable().default(null), 'filter', 'sort'),
  },
  computed: {},
  check: (record) => daysInOrder(record.valid_from, record.valid_to, 'valid_to'),
})
export type HireTariff = z.output<typeof hireTariff.record>
export type HireTariffCreate = z.input<typeof hireTariff.create>
