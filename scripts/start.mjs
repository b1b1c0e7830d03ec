// npm start [-- --demo …]: builds what is missing or older than its sources, then runs the product.
import { ensureBuilt } from './lib/build.mjs'
import { supervise } from './lib/child.mjs'

process.exitCode =
  (await ensureBuilt(['server', 'console'])) ||
  (await supervise(process.execPath, ['--enable-source-maps', 'dist/server/main.js', ...process.argv.slice(2)]))
