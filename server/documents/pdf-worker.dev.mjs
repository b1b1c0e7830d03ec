// Starts the worker from its source while developing and testing; the bundle has pdf-worker.js instead.
import { importSource } from '../../scripts/lib/import-source.mjs'

const { default: writePdf } = await importSource('./pdf-worker.ts', import.meta.url)
export default writePdf
