import { createElement, type ComponentType, type ReactElement } from 'react'
import type { ResourceDefinition } from '../kit/resource'
import { lazyModule, type LazyModule } from '../providers/lazyModule'
import { pageOnDemand } from '../ui/onDemand'
import { RESOURCE_DEFINITIONS } from './resources'

function listCode({
  spec,
  handMade: { list, listActions },
}: ResourceDefinition): LazyModule<{ default: ComponentType }> {
  if (list) return lazyModule(list)
  // The buttons of a list are loaded together with it: loaded later, they would wrap the line of the others.
  return lazyModule(async () => {
    const [{ List }, actions] = await Promise.all([import('../kit/List'), listActions?.()])
    return { default: () => <List resource={spec.name} Actions={actions?.default} /> }
  })
}

interface ListPage {
  element: ReactElement
  /** Fetches the code of the page. Never fails. */
  fetch: () => Promise<void>
}

/** The list page of each resource, generated or written by hand. */
export const LIST_PAGES: ReadonlyMap<string, ListPage> = new Map(
  RESOURCE_DEFINITIONS.map((definition) => {
    const code = listCode(definition)
    return [definition.spec.name, { element: createElement(pageOnDemand(code)), fetch: code.fetch }]
  }),
)

/** Fetches the code of the list at a path, if there is one. Never fails. */
export async function fetchListPage(pathname: string): Promise<void> {
  await LIST_PAGES.get(pathname.split('/')[1] ?? '')?.fetch()
}
