import type { SheetRow } from './read-csv'

/** Why a spreadsheet was not read; `read-xlsx.ts` has the sentence of each. */
export type SheetFault = 'damaged' | 'opendocument' | 'binary' | 'too_large'

/** What the thread that reads a spreadsheet tells of it. */
export type SheetReply = { kind: 'rows'; rows: SheetRow[] } | { kind: 'end' } | { kind: 'fault'; fault: SheetFault }
