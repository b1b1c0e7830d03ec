import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { startServer, type Server } from './process'

const COMPRESSED = new Set(['.js', '.css', '.html'])

/** Builds the smallest react-admin app from the packages of this project and serves it. */
export async function startPeer(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-bench-peer-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  await build({
    root: 'bench/peer',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: { dedupe: ['react', 'react-dom', '@mui/material', '@tanstack/react-query', 'react-router'] },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', reportCompressedSize: false },
  })
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry)
    if (COMPRESSED.has(extname(file))) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
  }
  const port = await freePort()
  const env = { PATH: process.env.PATH, FOLDER: folder, PORT: String(port) }
  const program = ['--import', 'tsx', 'bench/lib/bare-static.ts']
  const server = await startServer(process.execPath, program, env, port, '/readyz')
  return {
    ...server,
    stop: async () => {
      await server.stop()
      process.off('exit', remove)
      remove()
    },
  }
}
