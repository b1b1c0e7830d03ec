// A process of its own that holds the lock of the folder it is given, until it is killed.
import { tsImport } from 'tsx/esm/api'

const { lockDataFolder } = await tsImport('../../server/db/data-lock.ts', import.meta.url)
await lockDataFolder(process.argv[2])
process.send?.('held')
setInterval(() => undefined, 1000)
