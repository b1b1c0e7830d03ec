import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal'

/**
 * The version that an If-Match header names; null for `*`, which says on purpose "whatever it is now".
 * @throws Refusal precondition_required without the header.
 */
export function matchedVersion(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (header === undefined)
    throw new Refusal(
      'precondition_required',
      'Send the ETag of the record that you read as If-Match, or "*" for any version.',
    )
  if (header.trim() === '*') return null
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim())?.[1]
  if (version === undefined) throw new Refusal('malformed', 'If-Match must be the ETag of the record, such as "3".')
  return Number(version)
}

/** Sends the version of a record along with it. */
export function tagged<R extends { version: number }>(record: R, reply: FastifyReply): R {
  reply.header('etag', `"${record.version}"`)
  return record
}
