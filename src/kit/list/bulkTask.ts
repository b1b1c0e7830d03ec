/** What is to be done to the chosen records. */
export type BulkTask =
  | { kind: 'delete' }
  /** The word is the status in the reader's language. */
  | { kind: 'status'; status: string; word: string }
  | { kind: 'field' }
