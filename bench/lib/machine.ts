import { availableParallelism, cpus, totalmem, type } from 'node:os'

const GIB = 1024 ** 3

/** Returns the description of the machine that goes with every figure. @param versions of other software, e.g. PostgreSQL */
export function machine(...versions: string[]): string {
  const cores = availableParallelism()
  const model = cpus()[0]?.model.trim() ?? process.arch
  return [
    `${cores} ${cores === 1 ? 'core' : 'cores'} (${model})`,
    `${Math.round(totalmem() / GIB)} GiB`,
    type(),
    `Node.js ${process.versions.node}`,
    ...versions,
  ].join(', ')
}
