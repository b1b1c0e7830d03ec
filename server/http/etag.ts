import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentence, type Sentence, joinAlternatives } from '../../contract/core/sentence'
import { SlicedJson } from './json-slices'
import { Refusal } from './refusal'

const DIGEST_CHARS = 12

/** Versions that a change may be made from: one, one of several, or null for any. */
export type Expected = number | readonly number[] | null

export const isExpected = (expected: Expected, version: number): boolean =>
  expected === null || (typeof expected === 'number' ? expected === version : expected.includes(version))

/** Returns the expected versions as text for a refusal. */
export const versionText = (expected: Expected): Sentence => {
  const [first, ...others] = [expected ?? []].flat().map(String)
  if (first === undefined) return sentence`no version by a strong ETag`
  return sentence`version ${joinAlternatives(first, others)}`
}

/**
 * Returns the versions that an If-Match header names; null for `*`, which allows any version.
 * The comparison is strong (RFC 9110): a weak tag names no version.
 * @throws Refusal precondition_required without the header, malformed if it is not a list of tags
 */
export function matchedVersion(request: FastifyRequest): Expected {
  const header = request.headers['if-match']
  if (header === undefined)
    throw new Refusal(
      'precondition_required',
      sentence`Send the ETag of the record that you read as If-Match, or "*" for any version.`,
    )
  if (header.trim() === '*') return null
  const tags = tagsOf(header)
  if (tags === null || tags.some((tag) => tag.version === null && !tag.isWeak))
    throw new Refusal('malformed', sentence`If-Match must be ETags of the record, such as "3", separated by commas.`)
  const versions = tags.flatMap(({ isWeak, version }) => (isWeak || version === null ? [] : [version]))
  return versions.length === 1 && versions[0] !== undefined ? versions[0] : versions
}

/** Sets the ETag header to the version of a record and returns the record. */
export function tagged<R extends { version: number }>(record: R, reply: FastifyReply): R {
  reply.header('etag', `"${record.version}"`)
  return record
}

/**
 * Adds an ETag to every answer to a GET, and answers 304 if the caller already has it. The tag of a list is weak. The tag of
 * a record is version and digest: seats that others sell change the answer, not the journey's version.
 */
export function answerUnchanged(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers, routeOptions }, reply, payload) => {
    const operation = routeOptions.config.operation
    if (operation?.method !== 'GET' || operation.root === 'host') return payload
    if (reply.statusCode !== 200) return payload
    const own = reply.getHeader('etag')
    // Binary answers bring their own tag, or have none.
    const digest = digestOf(payload)
    const etag = digest !== null ? tagOf(digest, String(own)) : Buffer.isBuffer(payload) ? own : undefined
    if (typeof etag !== 'string') return payload
    reply.header('etag', etag)
    if (!isHad(headers['if-none-match'], etag)) return payload
    reply.code(304)
    if (!(payload instanceof SlicedJson)) return ''
    payload.destroy()
    reply.removeHeader('content-length')
    return ''
  })
}

/** Returns the start of the SHA-256 of a JSON or text answer; null for other answers. */
function digestOf(payload: unknown): string | null {
  const isText = typeof payload === 'string'
  if (!isText && !(payload instanceof SlicedJson)) return null
  const digest = isText ? createHash('sha256').update(payload).digest('base64url') : payload.digest
  return digest.slice(0, DIGEST_CHARS)
}

function tagOf(digest: string, own: string): string {
  const version = /^"(\d+)"$/.exec(own)?.[1]
  return version === undefined ? `W/"${digest}"` : `"${version}-${digest}"`
}

/** Compares weakly, as RFC 9110 requires for If-None-Match. */
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
  /** The version that a tag of this server begins with; null for other tags. */
  version: number | null
}

/** Parses a list of tags. A version without its quotation marks is accepted. */
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
