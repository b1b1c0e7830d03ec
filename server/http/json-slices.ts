import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { jsonWriter } from './json-schema'

/** The serializer writes them in about two milliseconds. */
export const ITEMS_PER_SLICE = 500

/** The JSON of an answer with a long list, as a stream. */
export class SlicedJson extends Readable {
  /** Length of the whole JSON. */
  readonly bytes: number
  #next = 0

  constructor(
    private readonly pieces: readonly Buffer[],
    /** SHA-256 of the whole JSON, in base64url. */
    readonly digest: string,
    /** JSON of the answer with only the first slice of each long list. */
    readonly head: string,
  ) {
    super()
    this.bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  }

  override _read(): void {
    this.push(this.pieces[this.#next++] ?? null)
  }
}

/**
 * Writes an answer with a long list as the serializer of its operation does, but the items in slices, so that the server can
 * answer other calls between them. All of it is written before the first byte is sent, so that an error becomes a problem.
 * Stops when the caller disconnects; the reply then counts as sent.
 * @returns null when the answer has no long list
 */
export async function writeInSlices(
  reply: FastifyReply,
  schema: z.ZodType,
  answer: unknown,
): Promise<SlicedJson | null> {
  const parts = partsOf(schema, answer)
  if (!parts?.some(isLong)) return null
  const pieces: Buffer[] = []
  const hash = createHash('sha256')
  let head = ''
  const add = (json: string) => {
    const piece = Buffer.from(json)
    pieces.push(piece)
    hash.update(piece)
  }
  for (const { before, after, write, items } of parts) {
    head += before
    let json = before
    for (let start = 0; start < items.length; start += ITEMS_PER_SLICE) {
      if (start > 0) await setImmediate()
      if (reply.raw.destroyed) {
        reply.hijack()
        return null
      }
      const slice = items
        .slice(start, start + ITEMS_PER_SLICE)
        .map(write)
        .join(',')
      if (start === 0) head += slice
      add(`${json}${start > 0 ? ',' : ''}${slice}`)
      json = ''
    }
    add(json + after)
    head += after
  }
  const sliced = new SlicedJson(pieces, hash.digest('base64url'), head)
  reply.type('application/json; charset=utf-8').header('content-length', String(sliced.bytes))
  return sliced
}

/** A part of an answer: items, separated by commas, between two texts. */
interface Part {
  before: string
  items: readonly unknown[]
  write: (item: unknown) => string
  after: string
}

const isLong = ({ items }: Part): boolean => items.length > ITEMS_PER_SLICE

/** Returns the parts of a list, or of an object by property; null for other answers. */
function partsOf(schema: z.ZodType, answer: unknown): Part[] | null {
  if (schema instanceof z.ZodArray && Array.isArray(answer)) return [listPart('', schema, answer, '')]
  if (!(schema instanceof z.ZodObject) || typeof answer !== 'object' || answer === null) return null
  const values = new Map(Object.entries(answer))
  const names = Object.keys(schema.shape).filter((name) => values.get(name) !== undefined)
  return names.map((name, index) => {
    const property = schema.shape[name] as z.ZodType
    const value: unknown = values.get(name)
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    const after = index === names.length - 1 ? '}' : ''
    if (property instanceof z.ZodArray && Array.isArray(value)) return listPart(before, property, value, after)
    return { before, items: [value], write: jsonWriter(property), after }
  })
}

const listPart = (before: string, schema: z.ZodArray, items: readonly unknown[], after: string): Part => ({
  before: `${before}[`,
  items,
  write: jsonWriter(schema.element as z.ZodType),
  after: `]${after}`,
})
