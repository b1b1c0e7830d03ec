import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Piscina from 'piscina'
import {
  PDF_MAX_MIB,
  PDF_MAX_MS,
  PDF_QUEUE_MAX,
  PDF_RETRY_S,
  PDF_SHORT_MAX_CHARS,
} from '../../contract/core/limits/documents'
import type { Language } from '../../contract/core/languages'
import type { StatementDetail } from '../../contract/partner/settlement'
import type { PartnerStatement } from '../../contract/partner/statement'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from '../http/refusal'
import type { ManifestSheet } from './manifest'
import type { ReceiptSheet } from './receipt'
import type { TicketSheet } from './ticket'

/** Document to print. */
export type PdfTask =
  | { kind: 'ticket'; sheet: TicketSheet }
  | { kind: 'manifest'; sheet: ManifestSheet }
  | { kind: 'receipt'; sheet: ReceiptSheet }
  | { kind: 'statement'; sheet: PartnerStatement; language: Language }
  | { kind: 'settled_statement'; sheet: StatementDetail; language: Language }

/** Time for which a thread waits for the next document: the one for tickets keeps its fonts unpacked for longer. */
const IDLE_MS = { short: 300_000, long: 30_000 }

type Length = keyof typeof IDLE_MS
type Threads = Piscina<string, Uint8Array>
const threads: Partial<Record<Length, Threads>> = {}

/** Returns the thread for documents of a length, one for each length, so that no ticket waits for a long statement. */
const threadsFor = (length: Length): Threads => (threads[length] ??= createThreads(length))

/** Creates a thread for documents of a length, which starts with the first document. */
export function createThreads(length: Length): Threads {
  const created: Threads = new Piscina<string, Uint8Array>({
    filename: fileURLToPath(workerEntry()),
    minThreads: 0,
    maxThreads: 1,
    maxQueue: PDF_QUEUE_MAX,
    idleTimeout: IDLE_MS[length],
    resourceLimits: { maxOldGenerationSizeMb: PDF_MAX_MIB },
  })
  // The error of a thread whose document has already been refused would end the process without a listener.
  created.on('error', () => undefined)
  return created
}

/**
 * Writes a document in a separate thread, one after another of its length.
 * @throws Refusal unavailable where it takes too long, needs too much memory, or too many documents wait
 */
export async function printPdf(task: PdfTask, maxMs = PDF_MAX_MS): Promise<Buffer> {
  // For thousands of trips, JSON needs a third of the main thread's time that a structured clone does.
  const json = JSON.stringify(task)
  const length = json.length > PDF_SHORT_MAX_CHARS ? 'long' : 'short'
  try {
    const bytes = await threadsFor(length).run(json, { signal: AbortSignal.timeout(maxMs) })
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (!isLimit(error)) throw error
    throw new Refusal(
      'unavailable',
      sentence`The document could not be written in time. Try again, or print less at once.`,
      {
        retryAfterS: PDF_RETRY_S,
      },
    )
  }
}

const isLimit = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') ||
    error.message.startsWith('Task queue is at limit'))

/** Returns the built worker next to the bundle, or its source in development and tests. */
function workerEntry(): URL {
  const built = new URL('./pdf-worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./pdf-worker.dev.mjs', import.meta.url)
}
