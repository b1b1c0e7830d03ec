import { hireTariff } from '../../../contract/entities/hire-tariff'
import type { StoreOptions } from '../../crud/store-options'

export const hireTariffsStore: StoreOptions = {
  entity: hireTariff,
  table: 'hire_tariffs',
  label: (row) => [row['from_zone'] ?? '*', row['to_zone'] ?? '*', row['currency']].join(' '),
}
