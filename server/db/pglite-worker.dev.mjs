// Starts the worker from its source while developing and testing; the bundle has pglite-worker.js instead.
import { tsImport } from 'tsx/esm/api'

await tsImport('./pglite-worker.ts', import.meta.url)
