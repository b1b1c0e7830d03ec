/** Records that one bulk operation may change. */
export const BULK_MAX_RECORDS = 20_000
export const DELETION_PREVIEW_MAX_RECORDS = 50
/** A change can be undone from the history within this time. */
export const UNDO_LIFE_H = 24
/** Retention of tasks and their results. */
export const TASK_RETENTION_DAYS = 90
/** Rows, and time, of one slice of a task, after which other tasks get their turn. */
export const TASK_SLICE_MAX_ROWS = 100
export const TASK_SLICE_MS = 300
/** Minimum interval between two progress updates of a task without slices. */
export const TASK_PROGRESS_EVERY_MS = 300
/** A task without slices fails when its process has died this many times during the task. */
export const TASK_ATTEMPTS_MAX = 2
/** Timetable imports in the queue, including the one in progress. */
export const TIMETABLES_WAITING_MAX = 5
