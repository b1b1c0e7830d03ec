import { LISTED_RESOURCES, type ListedResource } from '../../contract/core/listed-resources'
import type { ConsoleResource } from '../../contract/core/vocabulary'

/** Whether records of a resource have pages of their own. */
export const hasPage = (resource: string): boolean => LISTED_RESOURCES.includes(resource as ListedResource)

export const editPath = (resource: string, id: string) => `/${resource}/${encodeURIComponent(id)}`
export const recordPath = (resource: string, id: string) => `${editPath(resource, id)}/show`

/** Returns the open record of a path like `/stations/7f…/show`; null on any other page. */
export function recordAt(pathname: string): { resource: ConsoleResource; id: string } | null {
  const [, resource, id, page] = pathname.split('/')
  return resource && id && page === 'show'
    ? { resource: resource as ConsoleResource, id: decodeURIComponent(id) }
    : null
}
