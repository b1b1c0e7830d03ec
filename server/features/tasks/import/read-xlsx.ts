import { existsSync } from 'node:fs'
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { IMPORT_READER_MAX_MIB, IMPORT_READER_MAX_MS } from '../../../../contract/core/limits/files'
import { sentence, type Sentence } from '../../../../contract/core/sentence'
import { Refusal } from '../../../http/refusal'
import type { SheetRow } from './read-csv'
import type { SheetFault, SheetReply } from './xlsx-protocol'

/** Signature of zip files, and so of XLSX. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
/** Signature of XLS workbooks and password-protected files. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le')

const SENTENCES: Readonly<Record<Exclude<SheetFault, 'too_large'> | 'encrypted' | 'old', Sentence>> = {
  damaged: sentence`This file cannot be read as a spreadsheet. Save it as XLSX or CSV and send it again.`,
  encrypted: sentence`The workbook is protected by a password. Save it without one and send it again.`,
  old: sentence`This is a workbook in the old format .xls. Save it as XLSX or CSV and send it again.`,
  opendocument: sentence`This is an OpenDocument spreadsheet (.ods). Save it as XLSX or CSV and send it again.`,
  binary: sentence`This is a binary workbook (.xlsb). Save it as XLSX or CSV and send it again.`,
}

/** Whether a file is a workbook rather than text. */
export const isWorkbook = (bytes: Buffer): boolean => startsWith(bytes, ZIP) || startsWith(bytes, OLE)

const startsWith = (bytes: Buffer, sign: Buffer) => bytes.subarray(0, sign.length).equals(sign)

export interface ReaderLimits {
  /** Heap of the reading thread. */
  maxMib: number
  maxMs: number
}

const LIMITS: ReaderLimits = { maxMib: IMPORT_READER_MAX_MIB, maxMs: IMPORT_READER_MAX_MS }

/**
 * Yields the non-blank rows of a workbook's first sheet, the header first. A separate thread reads one file at a time.
 * @throws Refusal file_unreadable, body_too_large
 */
export async function* readXlsx(bytes: Buffer, limits = LIMITS): AsyncGenerator<SheetRow> {
  if (startsWith(bytes, OLE)) throw unreadable(bytes.includes(ENCRYPTED_PART) ? 'encrypted' : 'old')
  const release = await takeTurn()
  try {
    yield* readInThread(bytes, limits)
  } finally {
    release()
  }
}

async function* readInThread(bytes: Buffer, { maxMib, maxMs }: ReaderLimits): AsyncGenerator<SheetRow> {
  const worker = startReader(bytes, maxMib)
  const tooSlow = AbortSignal.timeout(maxMs)
  try {
    for await (const [reply] of on(worker, 'message', { close: ['exit'], signal: tooSlow }) as AsyncIterable<
      [SheetReply]
    >) {
      if (reply.kind === 'rows') yield* reply.rows
      else if (reply.kind === 'fault') throw reply.fault === 'too_large' ? tooLarge() : unreadable(reply.fault)
      else return
    }
    throw unreadable('damaged')
  } catch (error) {
    const { code } = error as { code?: string }
    throw tooSlow.aborted || code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error
  } finally {
    await worker.terminate()
  }
}

/** Starts a thread that reads a file. @param maxMib its heap */
export function startReader(bytes: Buffer, maxMib: number): Worker {
  const worker = new Worker(workerEntry(), {
    workerData: new Uint8Array(bytes),
    resourceLimits: { maxOldGenerationSizeMb: maxMib },
  })
  // The error of a thread whose file has already been refused would end the process without a listener.
  worker.on('error', () => undefined)
  return worker
}

let turn: Promise<void> = Promise.resolve()

/** Waits for the previous file, so that the memory of several threads does not add up. */
async function takeTurn(): Promise<() => void> {
  const before = turn
  let release = () => {}
  turn = new Promise((resolve) => {
    release = resolve
  })
  await before
  return release
}

const unreadable = (fault: keyof typeof SENTENCES) => new Refusal('file_unreadable', SENTENCES[fault])

const tooLarge = () =>
  new Refusal(
    'body_too_large',
    sentence`The spreadsheet is too large to be read. Save its first sheet as CSV, or split it.`,
  )

/** Returns the built worker next to the bundle, or its source in development and tests. */
function workerEntry(): URL {
  const built = new URL('./xlsx-worker.js', import.meta.url)
  return existsSync(built) ? built : new URL('./xlsx-worker.dev.mjs', import.meta.url)
}
