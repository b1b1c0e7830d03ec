import { AUTH_OPERATIONS } from './auth-operations'
import { ENTITIES } from './entities'
import { resourceOperations, type Operation } from './operations'
import { SYSTEM_OPERATIONS } from './system-operations'
import { RESOURCES } from './vocabulary'

/** Resources that are written by the server alone. */
const READ_ONLY = new Set<string>(['audit-events'])

/** Every call of the API. The server serves exactly these, the documentation shows exactly these. */
export const ALL_OPERATIONS: readonly Operation[] = [
  ...AUTH_OPERATIONS,
  ...RESOURCES.flatMap((resource) => {
    const { list, get, create, replace, update, remove } = resourceOperations(ENTITIES[resource])
    return READ_ONLY.has(resource) ? [list, get] : [list, get, create, replace, update, remove]
  }),
  ...SYSTEM_OPERATIONS,
]
