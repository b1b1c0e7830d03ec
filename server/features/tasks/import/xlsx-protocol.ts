import type { SheetRow } from './read-csv'

/** Reasons for which a spreadsheet was not read. `read-xlsx.ts` has their messages. */
export type SheetFault = 'damaged' | 'opendocument' | 'binary' | 'too_large'

/** Messages of the thread that reads a spreadsheet. */
export type SheetReply = { kind: 'rows'; rows: SheetRow[] } | { kind: 'end' } | { kind: 'fault'; fault: SheetFault }
