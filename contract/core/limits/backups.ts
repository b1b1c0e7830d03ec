/** Range of the number of daily backups to retain, as the company sets it. */
export const BACKUP_COUNT_MIN = 2
export const BACKUP_COUNT_MAX = 60
/** In addition, the last backup of each of the latest weeks and months that have one is retained. */
export const BACKUP_RETENTION_WEEKS = 4
export const BACKUP_RETENTION_MONTHS = 12
/** Administrators are notified after this time without a backup. */
export const BACKUP_OVERDUE_H = 48
/** A backup up to this size is verified by a restore in memory; a larger one is opened and read to its end. */
export const BACKUP_TRIAL_MAX_BYTES = 32 * 1024 * 1024
/** Attempts at a backup if its process dies. */
export const BACKUP_TRIES = 3
/** The unfinished backup of a dead process is removed after this time without a write to it. */
export const BACKUP_DRAFT_RETENTION_H = 24
/** Backups listed in the settings. */
export const BACKUPS_LISTED = 100
