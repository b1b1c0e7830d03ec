import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal'

const DIGEST_CHARS = 12

/** Versions that a change may be made from: one, one of several, or null for any. */
export type Expected = number | readonly number[] | null

export const isExpected = (expected: Expected, version: number): boolean =>
  expected === null || (typeof expected === 'number' ? expected === version : expected.includes(version))

/** How a refusal calls the versions that were expected. */
export const versionText = (expected: Expected): string => {
  const versions = [expected ?? []].flat()
  return versions.length === 0 ? 'no version by a strong ETag' : `version ${versions.join(' or ')}`
}

/**
 * The versions that an If-Match header names; null for `*`, which says on purpose "whatever it is now". The comparison is
 * strong (RFC 9110): a weak tag names no version.
 * @throws Refusal precondition_required without the header, malformed for one that is no list of tags
 */
export function matchedVersion(request: FastifyRequest): Expected {
  const header = request.headers['if-match']
  if (header === undefined)
    throw new Refusal(
      'precondition_required',
      'Send the ETag of the record that you read as If-Match, or "*" for any version.',
    )
  if (header.trim() === '*') return null
  const tags = tagsOf(header)
  if (tags === null || tags.some((tag) => tag.version === null && !tag.isWeak))
    throw new Refusal('malformed', 'If-Match must be ETags of the record, such as "3", separated by commas.')
  const versions = tags.flatMap(({ isWeak, version }) => (isWeak || version === null ? [] : [version]))
  return versions.length === 1 && versions[0] !== undefined ? versions[0] : versions
}

/** Sends the version of a record along with it. */
export function tagged<R extends { version: number }>(record: R, reply: FastifyReply): R {
  reply.header('etag', `"${record.version}"`)
  return record
}

/**
 * Gives every answer that is read an ETag, and answers 304 to who has it already. That of a record begins with its version
 * and ends with what was told beside it, for seats that others sell are no change of the journey; that of a list is weak.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers, routeOptions }, reply, payload) => {
    const operation = routeOptions.config.operation
    if (operation?.method !== 'GET' || operation.root === 'host') return payload
    if (reply.statusCode !== 200) return payload
    const own = reply.getHeader('etag')
    // Bytes bring their own tag, or have none.
    const etag = typeof payload === 'string' ? tagOf(payload, String(own)) : Buffer.isBuffer(payload) ? own : undefined
    if (typeof etag !== 'string') return payload
    reply.header('etag', etag)
    if (!isHad(headers['if-none-match'], etag)) return payload
    reply.code(304)
    return ''
  })
}

function tagOf(payload: string, own: string): string {
  const digest = createHash('sha256').update(payload).digest('base64url').slice(0, DIGEST_CHARS)
  const version = /^"(\d+)"$/.exec(own)?.[1]
  return version === undefined ? `W/"${digest}"` : `"${version}-${digest}"`
}

/** Weak comparison: of what is read, the same meaning is enough. */
function isHad(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const wanted = etag.replace(/^W\//, '')
  return tagsOf(header)?.some(({ opaque }) => opaque === wanted) ?? false
}

interface Tag {
  isWeak: boolean
  /** With its quotation marks. */
  opaque: string
  /** The version that a tag of this server begins with; null for another's. */
  version: number | null
}

/** Quotation marks that were forgotten around a version are forgiven. */
function tagsOf(header: string): Tag[] | null {
  const tags: Tag[] = []
  const one = /\s*(W\/)?("[\x21\x23-\x7e\x80-\xff]*"|\d{1,15})\s*(?:,|$)/y
  while (one.lastIndex < header.length) {
    const [, weak, written = ''] = one.exec(header) ?? []
    if (written === '') return null
    const version = /^"?(\d{1,15})(?:-[\w-]+)?"?$/.exec(written)?.[1]
    tags.push({ isWeak: weak !== undefined, opaque: written, version: version === undefined ? null : Number(version) })
  }
  return tags.length > 0 ? tags : null
}
