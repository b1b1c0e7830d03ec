import { sentence } from '../../../contract/core/sentence'
import { till, type Till } from '../../../contract/entities/till'
import type { StoreOptions } from '../../crud/store-options'
import { wrongStateAt } from '../../http/refusal'
import { NAME_OF_USER } from '../../kernel/names'

/** From clause of the open session of the till in row `t`. */
const OPEN = 'from till_sessions s join users u on u.id = s.user_id where s.till_id = t.id and s.closed_at is null'

export const tillsStore: StoreOptions<Till> = {
  entity: till,
  table: 'tills',
  label: (row) => row.code,
  elsewhere: {
    open_user_id: `select s.user_id ${OPEN}`,
    open_user_name: `select ${NAME_OF_USER} ${OPEN}`,
    open_since: `select s.opened_at ${OPEN}`,
  },
  beforeWrite: async (_, { current, next }) => {
    if (current?.open_user_name && next['status'] === 'inactive')
      throw wrongStateAt(
        'status',
        sentence`${current.code} is open for ${current.open_user_name}. Have it closed first.`,
      )
    return {}
  },
}
