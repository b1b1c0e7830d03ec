/** What is to be done to the chosen records. */
export type BulkTask = { kind: 'delete' } | { kind: 'status'; status: string }
