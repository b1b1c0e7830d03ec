import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { useApi, type Json, type NearClient } from '../support/api'
import { workOff } from '../support/work'

/* Tables of customers from other programs: tests/support/odd/tables. */
const api = useApi()

let admin: NearClient
beforeEach(async () => {
  await api.reset()
  admin = await api.as('admin')
})

/** Imports a file with its guessed columns. @returns the notes of the preview and the completed task */
async function importTable(name: string): Promise<{ notes: Json[]; task: Json }> {
  const file = readFileSync(new URL(`../support/odd/tables/${name}.csv`, import.meta.url))
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
  const form = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
  const { status, body } = await admin.send('/imports/customers', form, 'multipart/form-data; boundary=x')
  expect(status, JSON.stringify(body)).toBe(201)
  const path = `/imports/customers/${String(body['id'])}/start`
  const started = await admin.post(path, { columns: body['columns'] })
  expect(await workOff(api)).toEqual([])
  const { body: task } = await admin.get(`/tasks/${String(started.body['id'])}`)
  return { notes: body['notes'] as Json[], task }
}

const customers = async () =>
  (await admin.list('customers', { sort: ['created_at', 'ASC'] })).rows.map((row) => [row['last_name'], row['phone']])

it.each([
  ['mixed-crlf-header', []],
  ['preamble', ['title_rows']],
  ['sep-line', ['separator_line']],
])('import of %s.csv creates both customers and reports its notes', async (name, codes) => {
  const { notes, task } = await importTable(name)
  expect(notes.map(({ code }) => code)).toEqual(codes)
  expect(task).toMatchObject({ counts: { created: 2 } })
  expect(await customers()).toEqual([
    ['Müller', '+4915112345678'],
    ['Özgür', '+905321234567'],
  ])
})

it('import of phones.csv stores each number with its country code, and refuses the others with their rows', async () => {
  await admin.patch('/company', { country: 'ES' }, { ifMatch: '*' })
  const { task } = await importTable('phones')
  expect(Object.fromEntries(await customers())).toEqual({
    P2: '+491512345678',
    P3: '+421912345678',
    P6: '+491512345678',
    P8: '+491512345678',
    P9: '+442079460018',
    P10: '+966501234567',
    P11: '+34600111222',
    P12: '+34600111222;ext=5',
    P13: '+34600111222',
    P14: '+34600111222',
    P15: '+34600111222',
    P16: '+34600111222',
  })
  const { rows } = await admin.get(`/tasks/${String(task['id'])}/rows?filter={"outcome":"refused"}`)
  expect(rows.map(({ line }) => line)).toEqual([2, 5, 6, 8])
})
