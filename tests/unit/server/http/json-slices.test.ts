import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { useContractSerialization } from '../../../../server/http/json-schema'
import { writeInSlices, writeListInSlices } from '../../../../server/http/json-slices'

const Item = z.object({ id: z.string(), amount: z.int().nullable(), name: z.record(z.string(), z.string()) })
const Answer = z.object({
  title: z.string(),
  note: z.string().optional(),
  total: z.object({ count: z.int() }).nullable(),
  items: z.array(Item),
  is_cut: z.boolean(),
})

const items = Array.from({ length: 1_200 }, (_, at) => ({
  id: `"${at}" é`,
  amount: at % 2 === 0 ? at : null,
  name: { en: 'Airport', ae: 'مطار' },
  secret: 'not in the schema',
}))
const answer = { is_cut: false, title: 'T', total: { count: 1_200 }, items, secret: 'not in the schema' }

/** Returns an app with the answer and the list, each written at once and in slices. */
function serving() {
  const app = Fastify()
  useContractSerialization(app)
  const [whole, list] = [{ schema: { response: { 200: Answer } } }, { schema: { response: { 200: z.array(Item) } } }]
  app.get('/answer', whole, async () => answer)
  app.get('/answer/slices', whole, async (_, reply) => writeInSlices(reply, Answer, answer, 'items'))
  app.get('/list', list, async () => items)
  app.get('/list/slices', list, async (_, reply) => writeListInSlices(reply, z.array(Item), items))
  app.get('/problem', async (_, reply) => {
    await writeListInSlices(reply, z.array(Item), items)
    return { code: 'unavailable' }
  })
  app.get('/turns', async (_, reply) => {
    let hasTurned = false
    setImmediate(() => (hasTurned = true))
    await writeListInSlices(reply, z.array(Item), items)
    reply.header('has-turned', String(hasTurned))
    return items
  })
  return app
}

describe('an answer that is written in slices', () => {
  it.each(['/answer', '/list'])('has the bytes and the type of one that is written at once: %s', async (path) => {
    const app = serving()
    const [whole, sliced] = [await app.inject(path), await app.inject(`${path}/slices`)]
    expect(sliced.body).toBe(whole.body)
    expect(sliced.headers['content-type']).toBe(whole.headers['content-type'])
    expect(whole.json()).not.toHaveProperty('secret')
  })

  it('lets the event loop turn between the slices', async () => {
    expect((await serving().inject('/turns')).headers['has-turned']).toBe('true')
  })

  it('is not sent in place of a problem', async () => {
    expect((await serving().inject('/problem')).json()).toEqual({ code: 'unavailable' })
  })
})
