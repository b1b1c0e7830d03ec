import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { mapInSlices } from '../kernel/slices'
import { jsonWriter } from './json-schema'

/** The serializer writes them in about two milliseconds. */
const ITEMS_PER_SLICE = 500

/**
 * Writes an answer with a long list as the serializer of its operation does, but the items in slices, so that the server can
 * answer other calls between them.
 * @param list name of the property with the list
 * @returns the answer, for the handler to return
 */
export async function writeInSlices<S extends Record<string, z.ZodType>, A extends z.output<z.ZodObject<S>>>(
  reply: FastifyReply,
  { shape }: z.ZodObject<S>,
  answer: A,
  list: keyof S & keyof A & string,
): Promise<A> {
  const parts: string[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const value: unknown = answer[name as keyof A]
    if (value === undefined) continue
    const json = name === list ? await writeItems(schema as z.ZodArray, value as unknown[]) : jsonWriter(schema)(value)
    parts.push(`${JSON.stringify(name)}:${json}`)
  }
  return withJson(reply, answer, `{${parts.join(',')}}`)
}

/** Writes an answer that is a long list, as `writeInSlices` does. */
export async function writeListInSlices<S extends z.ZodType>(
  reply: FastifyReply,
  schema: z.ZodArray<S>,
  answer: z.output<S>[],
): Promise<z.output<S>[]> {
  return withJson(reply, answer, await writeItems(schema, answer))
}

async function writeItems(schema: z.ZodArray, items: readonly unknown[]): Promise<string> {
  const write = jsonWriter(schema.element as z.ZodType)
  return `[${(await mapInSlices(items, write, ITEMS_PER_SLICE)).join(',')}]`
}

function withJson<A>(reply: FastifyReply, answer: A, json: string): A {
  // A problem after this replaces the answer.
  reply
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => (payload === answer ? json : JSON.stringify(payload)))
  return answer
}
