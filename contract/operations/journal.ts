import { z } from 'zod'
import { operation } from '../core/operations'
import { PlainDate } from '../core/scalars'
import { JOURNAL_FORMATS } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/** First and last day in the company's time zone, both included. */
export const JournalRequest = z
  .object({ from: PlainDate, to: PlainDate, format: z.enum(JOURNAL_FORMATS) })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: schemaMessage`The last day is before the first. Choose a later one.`,
  })
export type JournalRequest = z.output<typeof JournalRequest>

export const exportJournal = operation({
  id: 'exportJournal',
  method: 'GET',
  path: '/journal',
  tag: 'payments',
  summary: 'Export the ledger transactions of a period with the closing balance of each account',
  access: { right: 'export_journal' },
  query: JournalRequest,
  ok: { status: 200, description: 'The file as a stream.', type: ['text/plain', 'text/csv'] },
  errors: ['malformed'],
})
