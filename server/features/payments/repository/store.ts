import { sql } from 'kysely'
import { payment, type Payment } from '../../../../contract/entities/payment'
import type { StoreOptions } from '../../../crud/store-options'
import { contains } from '../../../crud/where'
import { NAME_OF_USER } from '../../../kernel/names'

const nameOfUser = (column: string) => `select ${NAME_OF_USER} from users u where u.id = t.${column}`

/** Ranks by name with one subquery for each statement. Reading a name for each of a million rows would take seconds. */
const rankOf = (column: string, all: string) => `array_position(array(${all}), t.${column})`

export const paymentsStore: StoreOptions<Payment> = {
  entity: payment,
  table: 'payments',
  label: (row) => row.reference,
  elsewhere: {
    kind: `case when t.reverses_id is not null then 'reversal' when t.method <> 'written_off' then t.direction
      when t.direction = 'payment' then 'write_off' else 'lapse' end`,
    signed_minor: "case t.direction when 'refund' then -t.amount_minor else t.amount_minor end",
    till_name: 'select l.name from tills l where l.id = t.till_id',
    user_name: nameOfUser('user_id'),
    approved_by_name: nameOfUser('approved_by_user_id'),
    reversed_by_id: 'select r.id from payments r where r.reverses_id = t.id',
  },
  sortedBy: {
    till_name: rankOf('till_id', 'select l.id from tills l order by lower(l.name), l.id'),
    user_name: rankOf('user_id', `select u.id from users u order by lower(${NAME_OF_USER}), u.id`),
  },
  filters: {
    till_name_like: (words: string) => sql<boolean>`t.till_id = any(array(
      select l.id from tills l where l.name ilike ${contains(words)}))`,
    user_name_like: (words: string) => sql<boolean>`t.user_id = any(array(
      select u.id from users u where ${sql.raw(NAME_OF_USER)} ilike ${contains(words)}))`,
  },
  // Matches the expression of the index payments_search_idx.
  search: (words) => sql<boolean>`lower(t.reference || ' ' || coalesce(t.provider_reference, '')) like
    ${contains(words.toLowerCase())}`,
}
