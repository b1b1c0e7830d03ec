// npm run dev [-- --demo …]: runs the console with hot reload, and the API on PORT (8081), restarted after each change.
import { createServer } from 'vite'
import { supervise } from './lib/child.mjs'

const port = process.env.PORT ?? '8081'
// vite.config.ts proxies the API's paths and the WebSocket to it.
process.env.WAYLINE_API = `http://127.0.0.1:${port}`

const vite = await createServer({ server: { host: process.env.HOST ?? '127.0.0.1', strictPort: true } })
await vite.listen()
const address = vite.resolvedUrls?.local[0]?.replace(/\/$/, '')

const watch = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts']
process.exitCode = await supervise(process.execPath, [...watch, ...process.argv.slice(2)], {
  env: { ...process.env, PORT: port, HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL ?? address },
})
await vite.close()
