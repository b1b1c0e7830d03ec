// Starts the worker from its source while developing and testing; the bundle has xlsx-worker.js instead.
import { importSource } from '../../../../scripts/lib/import-source.mjs'

await importSource('./xlsx-worker.ts', import.meta.url)
