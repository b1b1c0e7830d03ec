import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'

/** Paths of pages that belong to no resource, as defined in the router. */
export const OTHER_PAGES = [
  '/dashboard',
  '/notifications',
  '/tasks',
  '/mails',
  '/mails/:id/show',
  '/payments',
  '/payments/:id/show',
  '/tills',
  '/tills/:id/show',
  '/company',
  '/account',
  '/stations/map',
] as const
export type OtherPage = (typeof OTHER_PAGES)[number]

const RESOURCE_PATH = new RegExp(`^/(${CONSOLE_RESOURCES.join('|')})(/(create|import|[^/]+(/show)?))?/?$`)
const OTHER_PATH = new RegExp(`^(${OTHER_PAGES.map((path) => path.replace(/:\w+/, '[^/]+')).join('|')}|/login)/?$`)
/** Paths that the layout itself serves. */
const FRAME_PATH = /^\/(access-denied|authentication-error)?$/

/** Whether the staff console has a page at a path. */
export function isConsolePath(pathname: string): boolean {
  return FRAME_PATH.test(pathname) || OTHER_PATH.test(pathname) || RESOURCE_PATH.test(pathname)
}
