import { csvLine, type CsvCell } from '../../contract/core/csv'

/** Returns comma-separated values after a line of names. */
export const csvText = (names: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [names, ...rows].map(csvLine).join('')
