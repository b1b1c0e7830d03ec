// A process that takes the lock of the given folder and holds it until it is killed.
import { tsImport } from 'tsx/esm/api'

const { lockDataFolder } = await tsImport('../../server/db/data-lock.ts', import.meta.url)
try {
  await lockDataFolder(process.argv[2])
  process.send?.('held')
  setInterval(() => undefined, 1000)
} catch (error) {
  process.send?.(error instanceof Error ? error.message : String(error), () => process.exit(1))
}
