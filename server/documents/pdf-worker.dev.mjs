// Starts the worker from its source while developing and testing; the bundle has pdf-worker.js instead.
import { tsImport } from 'tsx/esm/api'

const { default: writePdf } = await tsImport('./pdf-worker.ts', import.meta.url)
export default writePdf
