import type { EngineCode } from './engine-code'

/** Messages between the main thread and the thread of the embedded database. */

export interface WorkerSetup {
  /** Folder of the database; null = in memory (tests). */
  dataDir: string | null
  durability: 'strict' | 'relaxed'
}

export interface WorkerStart {
  setup: WorkerSetup
  code: EngineCode
  /** Compressed files of an empty database; null = the worker creates them. */
  emptyFiles: Uint8Array | null
}

export type WorkerRequest =
  | { id: number; kind: 'query'; sql: string; params: readonly unknown[] }
  | { id: number; kind: 'exec'; sql: string }
  | { id: number; kind: 'listen'; channel: string }
  | { id: number; kind: 'close' }

export interface SqlErrorFields {
  message: string
  /** SQLSTATE. */
  code?: string | undefined
  constraint?: string | undefined
  detail?: string | undefined
  table?: string | undefined
  column?: string | undefined
}

/** Id 0 reports that the database is open, with its files if it was created in memory; id −1 is a notification. */
export type WorkerReply =
  | { id: 0; ok: true; rows: []; affectedRows: 0; emptyFiles: Uint8Array | null }
  | { id: number; ok: true; rows: Record<string, unknown>[]; affectedRows: number }
  | { id: number; ok: false; error: SqlErrorFields }
  | { id: -1; channel: string; payload: string }

export class SqlError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly detail: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  constructor(fields: SqlErrorFields) {
    super(fields.message)
    this.code = fields.code
    this.constraint = fields.constraint
    this.detail = fields.detail
    this.table = fields.table
    this.column = fields.column
  }
}
