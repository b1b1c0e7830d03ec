import type SvgIcon from '@mui/material/SvgIcon'
import type { ComponentType } from 'react'
import type { RaRecord } from 'react-admin'
import type { AnyEntity } from '../../contract/core/entity'
import type { ListedResource } from '../../contract/core/listed-resources'
import type { AnyField, Field, Section } from './fieldList'

/** Record of any resource. */
export type AnyRecord = RaRecord<string>

/** Detail beside a name: a text, or a phone number. */
export type Detail = string | { phone: string }

export interface ResourceSpec<R = AnyRecord> {
  name: ListedResource
  icon: typeof SvgIcon
  /** Returns the name of a record for titles, links and choices. `language` is the reader's. */
  represent: (record: R, language: string) => string
  /** Returns a detail that is shown beside the name where there is room, e.g. in a list of choices. */
  detail?: (record: R, language: string) => Detail
  sort: { field: keyof R & string; order: 'ASC' | 'DESC' }
  sections: readonly Section<Field<R>>[]
  /** Columns shown until the user chooses others; the first one is the link. */
  columns: readonly (keyof R & string)[]
  /** Shown in the head of a record's page; by default the columns. */
  facts?: readonly (keyof R & string)[]
  /** Fields that the list offers as filters, in order. */
  filters: readonly (keyof R & string)[]
  /** Returns the filter that the list opens with until the user sets another. */
  startingFilter?: () => Record<string, unknown>
  statusField?: keyof R & string
  /** Loads the contract's schema when a form opens. */
  entity: () => Promise<AnyEntity>
  /** Whether a single record has more fields than a record of a list. */
  readAlone?: boolean
  /** Whether the status of several records can be changed at once. */
  bulkStatus?: boolean
}

export type AnySpec = Omit<
  ResourceSpec,
  'represent' | 'detail' | 'sections' | 'sort' | 'columns' | 'facts' | 'filters' | 'statusField'
> & {
  represent: (record: AnyRecord, language: string) => string
  detail?: (record: AnyRecord, language: string) => Detail
  sort: { field: string; order: 'ASC' | 'DESC' }
  sections: readonly Section<AnyField>[]
  columns: readonly string[]
  facts?: readonly string[]
  filters: readonly string[]
  statusField?: string
  /** Fields that the contract lets a list be sorted by. */
  sortable: readonly string[]
}

/** Loads the code of a view when it is opened. */
export type LazyPage = () => Promise<{ default: ComponentType }>

/** Hand-written views that replace the generated ones, and additional parts of the list and the pages. */
export interface HandMade {
  list?: LazyPage
  create?: LazyPage
  edit?: LazyPage
  show?: LazyPage
  /** Buttons beside "Create" in the head of the list. */
  listActions?: LazyPage
  /** Additional pages below the path of the resource. */
  pages?: Readonly<Record<string, LazyPage>>
}

export interface ResourceDefinition {
  spec: AnySpec
  handMade: HandMade
}

export function fieldsOf(spec: AnySpec): AnyField[] {
  return spec.sections.flatMap((section) => section.fields)
}

/** Whether a list can be sorted by a column. References are sorted by id, which is not the order of names. */
export const isSortable = ({ sortable }: AnySpec, field: AnyField): boolean =>
  sortable.includes(field.source) && (field.kind !== 'reference' || field.grouped === true)

/** Returns the field that holds the status of a record. */
export const statusFieldOf = (spec: AnySpec): AnyField | undefined =>
  spec.statusField === undefined ? undefined : fieldOf(spec, spec.statusField)

export function fieldOf(spec: AnySpec, source: string): AnyField | undefined {
  return fieldsOf(spec).find((field) => field.source === source)
}
