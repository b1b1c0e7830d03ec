import type { Resource } from '../../../contract/core/vocabulary'
import { inTransaction } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { roleOf } from '../../http/admit'
import { fileOf, noteExport, openList, selectionOf, type Deps, type ExportRequestBody } from './file'

/** The request of an export task. */
export interface Export {
  resource: Resource
  request: ExportRequestBody
}

interface Work {
  /** Stores the file. @returns its size in bytes */
  keep: (content: AsyncIterable<Uint8Array>) => Promise<number>
  /** @throws Stopped when a person has stopped it */
  report: (stage: 'writing', percent: number) => void
  maxBytes: number
}

/**
 * Writes a list into a stored file.
 * @throws Refusal forbidden or validation, checked when the task runs
 * @throws FileTooLarge
 */
export async function runExport(
  deps: Deps,
  { resource, request }: Export,
  context: Context,
  { keep, report, maxBytes }: Work,
): Promise<{ rows: number; file: { name: string; bytes: number } }> {
  const list = await openList(deps, resource, request, context)
  const total = await deps.storeOf(resource).countAll(request.filter, roleOf(context.actor), selectionOf(request))
  let rows = 0
  const { name, content } = fileOf(list, {
    onRows: (read) => {
      rows = read
      // Records may have been added since they were counted.
      report('writing', Math.min(99, Math.floor((read / Math.max(1, total)) * 100)))
    },
  })
  const bytes = await keep(limited(content, maxBytes))
  await inTransaction(deps.db, (tx) => noteExport(tx, list, rows))
  return { rows, file: { name, bytes } }
}

/** The file exceeds the size limit. Fewer columns or a narrower filter make it smaller. */
export class FileTooLarge extends Error {}

async function* limited(content: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FileTooLarge('The file is too large to be stored.')
    yield chunk
  }
}
