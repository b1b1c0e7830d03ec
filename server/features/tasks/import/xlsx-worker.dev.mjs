// Starts the worker from its source while developing and testing; the bundle has xlsx-worker.js instead.
import { tsImport } from 'tsx/esm/api'

await tsImport('./xlsx-worker.ts', import.meta.url)
