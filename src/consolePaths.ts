import { CONSOLE_RESOURCES } from '../contract/vocabulary'

const RESOURCE_PATH = new RegExp(`^/(${CONSOLE_RESOURCES.join('|')})(/(create|import|[^/]+(/show)?))?/?$`)
const OTHER_PATHS =
  /^\/(dashboard\/?|notifications\/?|account\/?|company\/?|tasks\/?|mails(\/[^/]+\/show)?\/?|login\/?|access-denied|authentication-error)?$/

/** Whether the staff console has a page at a path. */
export function isConsolePath(pathname: string): boolean {
  return OTHER_PATHS.test(pathname) || RESOURCE_PATH.test(pathname)
}
