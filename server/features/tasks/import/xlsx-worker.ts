import { parentPort, workerData } from 'node:worker_threads'
import type { SheetRow } from './read-csv'
import { Unreadable, workbookRows } from './workbook-rows'
import type { SheetReply } from './xlsx-protocol'

/**
 * Reads a spreadsheet in a separate thread, which can be terminated without stopping the server.
 */
const port = parentPort
if (!port) throw new Error('This file is a worker thread.')
const send = (reply: SheetReply) => port.postMessage(reply)

const ROWS_PER_MESSAGE = 500

async function read({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Promise<void> {
  let rows: SheetRow[] = []
  for await (const row of workbookRows(Buffer.from(buffer, byteOffset, byteLength))) {
    rows.push(row)
    if (rows.length < ROWS_PER_MESSAGE) continue
    send({ kind: 'rows', rows })
    rows = []
  }
  send({ kind: 'rows', rows })
}

try {
  await read(workerData as Uint8Array<ArrayBuffer>)
  send({ kind: 'end' })
} catch (error) {
  // The parser throws errors of any kind for damaged files.
  send({ kind: 'fault', fault: error instanceof Unreadable ? error.fault : 'damaged' })
}
