import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The compiled code of the embedded database. */
export interface EngineCode {
  pgliteWasmModule: WebAssembly.Module
  initdbWasmModule: WebAssembly.Module
}

let compiled: Promise<EngineCode> | null = null

/** Returns the compiled code, shared by all threads of a process, because compiling is half the cost of opening. */
export const engineCode = (): Promise<EngineCode> => (compiled ??= compile())

async function compile(): Promise<EngineCode> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all(
    ['pglite.wasm', 'initdb.wasm'].map(async (name) => WebAssembly.compile(await readFile(join(folder, name)))),
  )
  if (!pgliteWasmModule || !initdbWasmModule) throw new Error('The code of the embedded database is incomplete.')
  return { pgliteWasmModule, initdbWasmModule }
}
