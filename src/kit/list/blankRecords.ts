import type { AnyRecord } from '../resource'

const ROWS = 12
const PREFIX = 'blank-'

/** Rows of the table while the first records are read. */
export const BLANK_RECORDS: AnyRecord[] = Array.from({ length: ROWS }, (_, index) => ({ id: `${PREFIX}${index}` }))

export const isBlank = (record: AnyRecord): boolean => record.id.startsWith(PREFIX)
