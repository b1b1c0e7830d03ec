// The limit of the write benchmark, as a separate process: node:http and pg, nothing else. Reads DATABASE_URL and PORT.
import { createServer } from 'node:http'
import pg from 'pg'
import { STATEMENTS, type WriteName } from './write-statements'

interface Statement {
  sql: string
  variables: string[]
}

/** Converts `:n::int` to `$1::int`. */
function prepared(text: string): Statement {
  const variables: string[] = []
  const sql = text.replace(/(?<!:):([a-z]+)/g, (_, name: string) => {
    if (!variables.includes(name)) variables.push(name)
    return `$${variables.indexOf(name) + 1}`
  })
  return { sql, variables }
}

const WRITES = new Map(
  (Object.keys(STATEMENTS) as WriteName[]).map((name) => [`/${name}`, STATEMENTS[name].map(prepared)]),
)

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
// Without a listener, an idle connection that the database closes would end this process.
pool.on('error', (error) => process.stderr.write(`${error.message}\n`))

async function write(statements: Statement[], given: URLSearchParams): Promise<unknown> {
  const client = await pool.connect()
  try {
    let row: unknown = null
    await client.query('begin')
    for (const { sql, variables } of statements) {
      const { rows } = await client.query(
        sql,
        variables.map((name) => given.get(name)),
      )
      if (rows.length > 0) row = rows[0] as unknown
    }
    await client.query('commit')
    return row
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const statements = WRITES.get(url.pathname)
  if (!statements) {
    response.end('ready')
    return
  }
  request.resume().on('end', () => {
    write(statements, url.searchParams).then(
      (row) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(row))
      },
      (error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      },
    )
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
