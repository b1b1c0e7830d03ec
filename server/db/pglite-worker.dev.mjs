// Starts the worker from its source while developing and testing; the bundle has pglite-worker.js instead.
import { importSource } from '../../scripts/lib/import-source.mjs'

await importSource('./pglite-worker.ts', import.meta.url)
