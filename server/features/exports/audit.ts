import { audit } from '../../kernel/audit'
import type { Tx } from '../../db/transaction'
import type { OpenList } from './file'

/** The history says who took how many rows of what. */
export const noteExport = (tx: Tx, { resource, wish, columns, context }: OpenList, rows: number): Promise<void> =>
  audit(tx, context, {
    action: `${resource.replaceAll('-', '_')}.exported`,
    entity: null,
    changes: [
      { field: 'rows', old: null, new: rows },
      { field: 'columns', old: null, new: columns.map(({ field }) => field) },
      { field: 'filter', old: null, new: wish.filter },
      { field: 'format', old: null, new: wish.format },
    ],
  })
