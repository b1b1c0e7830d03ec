import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { ImportRequest } from '../../../contract/operations/timetable-report'
import { GTFS_FILE_MAX_BYTES } from '../../../contract/core/limits/files'
import { sentence } from '../../../contract/core/sentence'
import { checkInput } from '../../http/check-input'
import { Refusal, invalid } from '../../http/refusal'
import { brokenForm, uploadName } from '../../http/upload'
import type { UploadedFeed } from './import-runs'

export const UPLOAD_LIMITS = { fileSize: GTFS_FILE_MAX_BYTES, files: 1, fields: 12, fieldSize: 400, parts: 13 }

/**
 * Reads the form of an import and writes its file to a temporary folder.
 * @throws Refusal validation, body_too_large; the file is then deleted
 */
export async function receiveFeed(request: FastifyRequest): Promise<{
  feed: UploadedFeed
  options: ImportRequest
  /** Deletes the file. */
  discard: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'wayline-gtfs-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'feed.zip')
    const { fileName, fields } = await readForm(request, path).catch(brokenForm)
    const { data: options, issues = [] } = checkInput(ImportRequest, fields)
    const missing =
      fileName === undefined ? [{ path: 'file', message: sentence`Choose the .zip file of the feed.` }] : []
    if (fileName === undefined || options === undefined) throw invalid([...missing, ...issues])
    return { feed: { path, fileName }, options, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

async function readForm(
  request: FastifyRequest,
  path: string,
): Promise<{ fileName: string | undefined; fields: Record<string, unknown> }> {
  const fields: Record<string, unknown> = {}
  let fileName: string | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname === 'file') {
      await pipeline(part.file, createWriteStream(path))
      if (part.file.truncated)
        throw new Refusal(
          'body_too_large',
          sentence`The zip may have at most ${GTFS_FILE_MAX_BYTES / 1024 / 1024} MiB. Leave shapes.txt out of it, or split the feed by agency.`,
        )
      fileName = uploadName(part.filename, 'feed.zip')
    } else part.file.resume()
  }
  return { fileName, fields }
}
