import { move } from 'piscina'
import { manifestPdf } from './manifest'
import type { PdfTask } from './print-pdf'
import { receiptPdf } from './receipt'
import { settledStatementPdf, statementPdf } from './statement'
import { ticketPdf } from './ticket'

/**
 * Writes PDFs in a separate thread: shaping text is slow, and the main thread has to go on answering.
 * @param json a `PdfTask`
 */
export default async function writePdf(json: string): Promise<unknown> {
  return move(new Uint8Array(await write(JSON.parse(json) as PdfTask)))
}

function write(task: PdfTask): Promise<Buffer> {
  switch (task.kind) {
    case 'ticket':
      return ticketPdf(task.sheet)
    case 'manifest':
      return manifestPdf(task.sheet)
    case 'receipt':
      return receiptPdf(task.sheet)
    case 'statement':
      return statementPdf(task.sheet, task.language)
    case 'settled_statement':
      return settledStatementPdf(task.sheet, task.language)
  }
}
