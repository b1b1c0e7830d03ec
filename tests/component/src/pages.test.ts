import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { IMPORTED_RESOURCES } from '../../../contract/core/vocabulary'
import { OTHER_PAGES } from '../../../src/providers/consolePaths'
import { RESOURCE_DEFINITIONS } from '../../../src/layout/resources'
import { routes } from '../../../src/boot/router'
import { PAGES_WITHOUT_FRAME, STAFF_PAGES } from '../../support/e2e/pages'

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)])

test('every page of the router has an accessibility test in the browser', () => {
  const ofResources = RESOURCE_DEFINITIONS.flatMap(({ spec: { name }, handMade: { pages = {} } }) =>
    ['', '/create', '/:id', '/:id/show', ...Object.keys(pages).map((path) => `/${path}`)].map(
      (path) => `/${name}${path}`,
    ),
  )
  const imports = IMPORTED_RESOURCES.map((resource) => `/${resource}/import`)
  expect(Object.keys(STAFF_PAGES).sort()).toEqual([...ofResources, ...imports, ...OTHER_PAGES].sort())
  const besides = pathsOf(routes()).filter((path) => path !== '*' && path !== '/partner-dashboard')
  expect(Object.keys(PAGES_WITHOUT_FRAME).sort()).toEqual([...besides, '/login'].sort())
})
