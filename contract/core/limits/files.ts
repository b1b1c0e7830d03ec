export const GTFS_FILE_MAX_BYTES = 64 * 1024 * 1024
/** Unpacked size of a feed, all files together: a guard against zip bombs. */
export const GTFS_UNPACKED_MAX_BYTES = 1024 * 1024 * 1024
export const GTFS_SOURCE_NAME_MAX_CHARS = 80
/** Span of service days that one import may turn into journeys. */
export const GTFS_IMPORT_MAX_DAYS = 400
/** Records that an export reads at a time. */
export const EXPORT_PAGE_ROWS = 500
/** Longer lists are exported as a task in the background. */
export const EXPORT_AT_ONCE_MAX_ROWS = 2_000
/** The file of an export task can be downloaded for this time. */
export const EXPORT_FILE_RETENTION_H = 24
export const EXPORT_FILE_MAX_BYTES = 512 * 1024 * 1024
/** Timeout of the console for the transfer of a large file. */
export const FILE_TIMEOUT_MS = 1_800_000
export const IMPORT_FILE_MAX_BYTES = 16 * 1024 * 1024
/** Unpacked size of a spreadsheet, all parts together: a guard against zip bombs. */
export const IMPORT_UNPACKED_MAX_BYTES = 128 * 1024 * 1024
/** Cells of a spreadsheet that are read, including blank ones and those outside the columns of the import. */
export const IMPORT_MAX_CELLS = 20_000_000
/** Total text of the first sheet of a spreadsheet: any number of its cells may refer to one long text. */
export const IMPORT_TEXT_MAX_CHARS = 32 * 1024 * 1024
/** Memory and time of the thread that reads a spreadsheet; it is stopped when it exceeds either. */
export const IMPORT_READER_MAX_MIB = 512
export const IMPORT_READER_MAX_MS = 20_000
export const IMPORT_MAX_ROWS = 20_000
export const IMPORT_MAX_COLUMNS = 100
/** Rows at the beginning of a file that are searched for its headings. */
export const IMPORT_HEADINGS_MAX_ROWS = 10
/** Rows of a file that are shown before it is imported. */
export const IMPORT_PREVIEW_ROWS = 10
/** An uploaded file that was not imported is deleted after this time. */
export const IMPORT_SHEET_RETENTION_DAYS = 7
