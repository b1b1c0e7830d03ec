// The limit of the list benchmark, as a separate process: node:http and pg, nothing else. Reads DATABASE_URL and PORT.
import { createServer } from 'node:http'
import pg from 'pg'
import { reservation } from '../../contract/entities/reservation'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
// Without a listener, an idle connection that the database closes would end this process.
pool.on('error', (error) => process.stderr.write(`${error.message}\n`))

const columns = await pool.query<{ name: string }>(
  `select attname as name from pg_attribute where attrelid = 'reservations'::regclass and attnum > 0 and not attisdropped`,
)
const stored = new Set(columns.rows.map(({ name }) => name))
/** Record fields that are columns of the table; the others are computed or stored elsewhere. */
const COLUMNS = Object.keys(reservation.record.shape)
  .filter((name) => stored.has(name))
  .map((name) => `t.${name}`)
  .join(', ')

const newestFirst = (where: string) => `
  select ${COLUMNS} from (
    select t.id from reservations t ${where} order by t.created_at desc, t.id desc limit 25 offset $1
  ) page join reservations t on t.id = page.id order by t.created_at desc, t.id desc`

/** The first value is the offset. */
const QUERIES: Record<string, string> = {
  all: newestFirst(''),
  status: newestFirst('where t.status = $2'),
  since: newestFirst('where t.status = $2 and t.created_at >= $3'),
  lead_name: newestFirst('where t.lead_name = $2'),
  lead_phone: newestFirst('where t.lead_phone = $2'),
  reference: newestFirst('where t.reference = $2'),
}

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const query = QUERIES[url.pathname.slice(1)]
  if (!query) {
    response.end('ready')
    return
  }
  pool.query(query, JSON.parse(url.searchParams.get('values') ?? '[]') as unknown[]).then(
    ({ rows }) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(rows))
    },
    (error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    },
  )
}).listen(Number(process.env.PORT), '127.0.0.1')
