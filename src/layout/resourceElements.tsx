import { createElement, type ReactElement, type ReactNode } from 'react'
import { Resource, type ResourceProps } from 'react-admin'
import { Route } from 'react-router-dom'
import type { Action } from '../../contract/core/permissions'
import { IMPORTED_RESOURCES } from '../../contract/core/vocabulary'
import { GENERATED_LIST } from '../kit/listPage'
import type { LazyPage, ResourceDefinition } from '../kit/resource'
import { i18n } from '../providers/i18n/i18n'
import { Gate } from '../ui/Gate'
import { pageOnDemand } from '../ui/onDemand'
import { RESOURCE_DEFINITIONS } from './resources'

const List = pageOnDemand(GENERATED_LIST)
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

/** Returns a list with its own buttons, loaded together: loaded later, they would wrap the line of the others. */
const listWith = (resource: string, actions: LazyPage) =>
  drawn(async () => {
    const [{ List: Generated }, { default: Actions }] = await Promise.all([import('../kit/List'), actions()])
    return { default: () => <Generated resource={resource} Actions={Actions} /> }
  })

function resourceElement({ spec, handMade }: ResourceDefinition): ReactElement<ResourceProps> {
  const { list, create, edit, show, listActions, pages = {} } = handMade
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
      list={gated('list', list, listActions ? listWith(spec.name, listActions) : <List resource={spec.name} />)}
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
