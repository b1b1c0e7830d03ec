import Fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { get } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { operation } from '../../../../contract/core/operations'
import { compressAnswers } from '../../../../server/http/compression'
import { answerUnchanged } from '../../../../server/http/etag'
import { jsonWriter, useContractSerialization } from '../../../../server/http/json-schema'
import { ITEMS_PER_SLICE, writeInSlices } from '../../../../server/http/json-slices'
import { serve } from '../../../../server/http/serve'
import { useContractValidation } from '../../../../server/http/validation'

const Item = z.object({ id: z.string(), amount: z.int().nullable(), name: z.record(z.string(), z.string()) })
type Item = z.output<typeof Item>
const Items = z.array(Item)
const Answer = z.object({
  title: z.string(),
  note: z.string().optional(),
  total: z.object({ count: z.int() }).nullable(),
  items: Items,
  others: Items,
  is_cut: z.boolean(),
})

const common = { method: 'GET', tag: 'test', access: 'public', errors: [] } as const
const listItems = operation({
  ...common,
  id: 'listItems',
  path: '/items',
  summary: 'List items',
  ok: { status: 200, description: 'Items.', schema: Items },
})
const getAnswer = operation({
  ...common,
  id: 'getAnswer',
  path: '/answer',
  summary: 'Get items',
  ok: { status: 200, description: 'Items.', schema: Answer },
})

const itemAt = (at: number) => ({
  id: `"${at}" é`,
  amount: at % 2 === 0 ? at : null,
  name: { en: 'Airport', ae: 'مطار' },
  secret: 'not in the schema',
})
const itemsOf = (count: number): Item[] => Array.from({ length: count }, (_, at) => itemAt(at))
const answerOf = (count: number) => ({
  is_cut: false,
  title: 'T',
  total: null,
  others: itemsOf(ITEMS_PER_SLICE + 1),
  items: itemsOf(count),
  secret: 'not in the schema',
})

async function appWith(items: Item[], answer = answerOf(0)): Promise<FastifyInstance> {
  const app = Fastify()
  onTestFinished(() => app.close())
  useContractValidation(app)
  useContractSerialization(app)
  answerUnchanged(app)
  await compressAnswers(app)
  serve(app, listItems, async () => items)
  serve(app, getAnswer, async () => answer)
  return app
}

/** Returns an item that calls a function when it is written. */
function itemThat(act: () => void): Item {
  const item = itemAt(0)
  return Object.defineProperty(item, 'id', {
    enumerable: true,
    get: () => {
      act()
      return ''
    },
  })
}

const etagOf = (json: string) => `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 12)}"`

describe('an answer with a list', () => {
  it.each([0, 1, ITEMS_PER_SLICE, ITEMS_PER_SLICE + 1, 3 * ITEMS_PER_SLICE])(
    'has the bytes and headers of its serializer with %i items',
    async (count) => {
      const app = await appWith(itemsOf(count), answerOf(count))
      const expected = {
        '/api/items': jsonWriter(Items)(itemsOf(count)),
        '/api/answer': jsonWriter(Answer)(answerOf(count)),
      }
      for (const [path, json] of Object.entries(expected)) {
        const { body, headers } = await app.inject(path)
        expect(body).toBe(json)
        expect(headers).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(Buffer.byteLength(json)),
          etag: etagOf(json),
        })
      }
    },
  )

  it('is compressed completely when it is long', async () => {
    const app = await appWith(itemsOf(1_200))
    const { rawPayload, headers } = await app.inject({ url: '/api/items', headers: { 'accept-encoding': 'gzip' } })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: etagOf(jsonWriter(Items)(itemsOf(1_200))) })
    expect(headers).not.toHaveProperty('content-length')
    expect(gunzipSync(rawPayload).toString()).toBe(jsonWriter(Items)(itemsOf(1_200)))
  })

  it('is not sent again when the caller has it', async () => {
    const app = await appWith(itemsOf(1_200))
    const { etag } = (await app.inject('/api/items')).headers
    const { statusCode, body, headers } = await app.inject({ url: '/api/items', headers: { 'if-none-match': etag } })
    expect([statusCode, body, headers.etag]).toEqual([304, '', etag])
  })

  it('is a problem without a part of the list when an item in the middle cannot be written', async () => {
    const fail = () => {
      throw new Error('This item cannot be written.')
    }
    const app = await appWith([...itemsOf(700), itemThat(fail), ...itemsOf(700)])
    const { statusCode, body } = await app.inject('/api/items')
    expect(statusCode).toBe(500)
    expect(body).not.toContain('Airport')
  })

  it('lets the event loop turn between its slices', async () => {
    let hasTurned = false
    const turns: boolean[] = []
    const start = itemThat(() => void setImmediate().then(() => (hasTurned = true)))
    const end = itemThat(() => turns.push(hasTurned))
    const app = await appWith([start, ...itemsOf(ITEMS_PER_SLICE), end])
    await app.inject('/api/items')
    expect(turns).toEqual([true])
  })

  it('is not written to its end when the caller disconnects', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    const written: string[] = []
    const result = new Promise((resolve) => {
      app.get('/', async (request, reply) => {
        const start = itemThat(() => void request.raw.destroy())
        const end = itemThat(() => written.push('last'))
        resolve(await writeInSlices(reply, Items, [start, ...itemsOf(20 * ITEMS_PER_SLICE), end]))
        return reply
      })
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const disconnected = new Promise((resolve) => get(address).once('error', resolve))
    expect(await result).toBeNull()
    expect(written).toEqual([])
    await disconnected
  })
})
