import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PreparedStatements } from '../../../../server/db/prepared-statements'
import { PARSERS } from '../../../../server/db/type-parsers'

const MAX_PREPARED = 400

let db: PGlite
let statements: PreparedStatements
beforeAll(async () => {
  db = await PGlite.create({ parsers: PARSERS })
})
afterAll(async () => {
  await db.close()
})

/** Reads the names of prepared statements by their text. */
const namesByText = async (): Promise<Map<string, string>> => {
  const { rows } = await db.query<{ statement: string; name: string }>('select * from pg_prepared_statements')
  return new Map(rows.map(({ statement, name }) => [statement, name]))
}

describe('statements of the embedded database', () => {
  beforeAll(async () => {
    statements = new PreparedStatements(db)
    await statements.run(`create table t (id int primary key, tags text[], made date, body jsonb, bytes bytea, at timestamptz);
      insert into t values (1, '{a,b}', '2026-03-29', '{"n":1}', '\\x00ff', '2026-03-29 01:30:00+01'), (2, null, null, null, null, null)`)
  })

  it('answer the same from the first call on, and are prepared at the second', async () => {
    const text = 'select * from t where id = $1'
    const row = {
      id: 1,
      tags: ['a', 'b'],
      made: '2026-03-29',
      body: { n: 1 },
      bytes: new Uint8Array([0, 255]),
      at: '2026-03-29T00:30:00Z',
    }
    expect(await statements.query(text, [1])).toEqual({ rows: [row], affectedRows: 0 })
    expect((await namesByText()).has(text)).toBe(false)
    for (let call = 2; call <= 4; call += 1)
      expect(await statements.query(text, [1])).toEqual({ rows: [row], affectedRows: 0 })
    expect((await namesByText()).has(text)).toBe(true)
    expect((await statements.query(text, [2])).rows).toEqual([
      { id: 2, tags: null, made: null, body: null, bytes: null, at: null },
    ])
    expect((await statements.query(text, [3])).rows).toEqual([])
  })

  it('accept values of every type, and return the number of changed rows', async () => {
    const text = 'update t set tags = $1, made = $2, body = $3, bytes = $4, at = $5 where id = $6'
    const values = [['c', 'd, "e"'], '2027-01-01', { list: [1, null] }, new Uint8Array([7]), new Date(0), 2]
    for (let call = 1; call <= 3; call += 1)
      expect(await statements.query(text, values)).toEqual({ rows: [], affectedRows: 1 })
    expect((await statements.query(text, [null, null, null, null, null, 9])).affectedRows).toBe(0)
    const { rows } = await statements.query('select * from t where id = 2', [])
    expect(rows).toEqual([
      {
        id: 2,
        tags: ['c', 'd, "e"'],
        made: '2027-01-01',
        body: { list: [1, null] },
        bytes: new Uint8Array([7]),
        at: '1970-01-01T00:00:00Z',
      },
    ])
  })

  it('return a column that was added since', async () => {
    const text = 'select * from u where n = $1'
    await statements.run('create table u (n int); insert into u values (1)')
    for (let call = 1; call <= 3; call += 1) expect((await statements.query(text, [1])).rows).toEqual([{ n: 1 }])
    await statements.query(`alter table u add column more text default 'new'`, [])
    expect((await statements.query(text, [1])).rows).toEqual([{ n: 1, more: 'new' }])
    await expect(statements.run('drop table u; select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    expect((await statements.query(text, [1])).rows).toEqual([{ n: 1, more: 'new' }])
    await statements.run('drop table u; create table u (other int)')
    await expect(statements.query(text, [1])).rejects.toMatchObject({ code: '42703' })
  })

  it('fail alone: the transaction rolls back, and the next call of the statement is answered', async () => {
    const text = 'insert into t (id) values ($1)'
    for (const id of [11, 12, 13]) await statements.query(text, [id])
    await statements.query('begin', [])
    await expect(statements.query(text, [13])).rejects.toMatchObject({ code: '23505', constraint: 't_pkey' })
    await expect(statements.query(text, [14])).rejects.toMatchObject({ code: '25P02' })
    await expect(statements.query(text, ['no number'])).rejects.toMatchObject({ code: '25P02' })
    await statements.query('rollback', [])
    await expect(statements.query(text, ['no number'])).rejects.toMatchObject({ code: '22P02' })
    expect(await statements.query(text, [14])).toEqual({ rows: [], affectedRows: 1 })
  })

  it('work after a failed preparation', async () => {
    const text = 'select n from missing where n = $1'
    for (let call = 1; call <= 3; call += 1)
      await expect(statements.query(text, [1])).rejects.toMatchObject({ code: '42P01' })
    await statements.run('create table missing (n int)')
    for (let call = 1; call <= 3; call += 1) expect((await statements.query(text, [1])).rows).toEqual([])
  })

  it(`are discarded when there are more than ${MAX_PREPARED}, the least recently used first`, async () => {
    const used = 'select 0 as used where $1'
    for (let call = 1; call <= 2; call += 1) await statements.query(used, [true])
    const name = (await namesByText()).get(used)
    for (let n = 1; n <= MAX_PREPARED + 20; n += 1) {
      await statements.query(used, [true])
      for (let call = 1; call <= 2; call += 1) await statements.query(`select ${n} as n where $1`, [true])
    }
    const names = await namesByText()
    expect(names.size).toBeLessThanOrEqual(MAX_PREPARED)
    expect(names.get(used)).toBe(name)
    expect(names.has(`select ${MAX_PREPARED + 20} as n where $1`)).toBe(true)
    expect(names.has('select 1 as n where $1')).toBe(false)
    expect((await statements.query('select 1 as n where $1', [true])).rows).toEqual([{ n: 1 }])
  })
})
