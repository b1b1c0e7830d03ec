import { createElement, type ReactElement, type ReactNode } from 'react'
import { Resource, type ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'
import type { Action } from '../../contract/core/permissions'
import { IMPORTED_RESOURCES } from '../../contract/core/vocabulary'
import type { LazyPage, ResourceDefinition } from '../kit/resource'
import { i18n } from '../providers/i18n/i18n'
import { Gate } from '../ui/Gate'
import { pageOnDemand } from '../ui/onDemand'
import { LIST_PAGES } from './listPages'
import { RESOURCE_DEFINITIONS } from './resources'

const Show = pageOnDemand(async () => ({
  default: (await import('../kit/Show')).Show,
}))
const Create = pageOnDemand(async () => ({
  default: (await import('../kit/Create')).Create,
}))
const Edit = pageOnDemand(async () => ({
  default: (await import('../kit/Edit')).Edit,
}))
const ImportPage = pageOnDemand(() => import('../resources/import/ImportPage'))

const drawn = (page: LazyPage) => createElement(pageOnDemand(page))

function resourceElement({ spec, handMade }: ResourceDefinition): ReactElement<ResourceProps> {
  const { create, edit, show, pages = {} } = handMade
  const gated = (action: Action, page: LazyPage | undefined, generated: ReactNode) => (
    <Gate key={action} action={action} resource={spec.name}>
      {page ? drawn(page) : generated}
    </Gate>
  )
  return (
    <Resource
      key={spec.name}
      name={spec.name}
      icon={spec.icon}
      recordRepresentation={(record) => spec.represent(record as Parameters<typeof spec.represent>[0], i18n.language)}
      list={gated('list', undefined, LIST_PAGES.get(spec.name)?.element)}
      create={gated('create', create, <Create resource={spec.name} />)}
      edit={gated('edit', edit, <Edit resource={spec.name} />)}
      show={gated('show', show, <Show resource={spec.name} />)}
    >
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={drawn(page)} />
      ))}
      {IMPORTED_RESOURCES.some((resource) => resource === spec.name) && (
        <Route path="import" element={<ImportPage spec={spec} />} />
      )}
    </Resource>
  )
}

/** A `<Resource>` for each resource of the console; each view checks the permission of the user. */
export const RESOURCE_ELEMENTS = RESOURCE_DEFINITIONS.map(resourceElement)
