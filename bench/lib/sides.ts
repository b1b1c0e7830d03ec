import { freePort } from '../../scripts/lib/free-port.mjs'
import { startServer, type Server } from './process'
import { startProduct } from './product'

/** A server under measurement and the database behind it. */
export interface Side {
  name: string
  server: Server
  databaseUrl: string
  /** Sent with every request. */
  headers: Record<string, string>
}

/** Starts the limit: a program of `bench/lib` that uses only node:http and pg. */
export async function startBare(program: string, databaseUrl: string): Promise<Side> {
  const port = await freePort()
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, PORT: String(port) }
  const server = await startServer(process.execPath, ['--import', 'tsx', `bench/lib/${program}.ts`], env, port, '/')
  return { name: 'node:http + pg', server, databaseUrl, headers: {} }
}

export async function startOurs(name: string, databaseUrl: string): Promise<Side> {
  const server = await startProduct({ databaseUrl })
  return { name, server, databaseUrl, headers: await server.signIn() }
}
