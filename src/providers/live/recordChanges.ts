import type { QueryClient } from '@tanstack/react-query'
import type { RecordChange } from '../../../contract/operations/live'
import { RESOURCES, type Resource } from '../../../contract/core/vocabulary'
import { listKey, readKey, recordKey } from '../data/queryKeys'
import { isObject } from '../storage'

/** Milliseconds within which changes are gathered and processed together. */
const GATHER_MS = 250
/** Minimum milliseconds between two reloads, however fast records change. */
const REFETCH_EVERY_MS = 2_000
/** Milliseconds for which a changed row is highlighted. */
const MARKED_MS = 4_000

type Query = ReturnType<typeof readKey>

const keyOf = (resource: string, id: string | number) => `${resource}/${id}`

/**
 * Updates cached data after changes by others: reloads affected lists and records, counts new records for an open list
 * instead of moving its rows, and leaves open forms unchanged.
 */
export class RecordChanges {
  #waiting: RecordChange[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastAt = 0
  readonly #editing = new Map<string, RecordChange | null>()
  readonly #watchedLists = new Map<string, number>()
  readonly #marked = new Set<string>()
  readonly #listeners = new Set<() => void>()

  constructor(
    private readonly client: QueryClient,
    /** Returns the id of the signed-in user. */
    private readonly self: () => string | undefined,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the change by another user of a record with an open form. */
  readonly changeOf = (resource: string, id: string): RecordChange | null =>
    this.#editing.get(keyOf(resource, id)) ?? null
  /** Returns the number of records created since the list of this resource was read. */
  readonly newRows = (resource: string): number => this.#watchedLists.get(resource) ?? 0
  /** Whether another user has just changed the record. */
  readonly isMarked = (resource: string, id: string): boolean => this.#marked.has(keyOf(resource, id))

  /** Suspends updates of a record while its form is open. @returns the function that resumes them */
  readonly edit = (resource: string, id: string): (() => void) => {
    this.#editing.set(keyOf(resource, id), null)
    return () => {
      const change = this.#editing.get(keyOf(resource, id))
      this.#editing.delete(keyOf(resource, id))
      if (change) void this.client.invalidateQueries({ queryKey: recordKey(resource) })
    }
  }

  /** Counts new records while their list is open. @returns the function that stops counting */
  readonly watchList = (resource: string): (() => void) => {
    this.#watchedLists.set(resource, 0)
    return () => {
      const missed = this.newRows(resource)
      this.#watchedLists.delete(resource)
      if (missed > 0) void this.client.invalidateQueries({ queryKey: listKey(resource) })
    }
  }

  /** Reloads the list including the new records. */
  readonly showNewRows = (resource: string): void => {
    this.#watchedLists.set(resource, 0)
    this.#notify()
    void this.client.invalidateQueries({ queryKey: listKey(resource) })
  }

  receive(changes: readonly RecordChange[]): void {
    this.#waiting.push(...changes)
    const wait = Math.max(GATHER_MS, this.#lastAt + REFETCH_EVERY_MS - Date.now())
    this.#timer ??= setTimeout(() => this.#apply(), wait)
  }

  /** Reloads everything after a gap in the connection, since any record may have changed. */
  reloadAfterGap(): void {
    void this.client.invalidateQueries({
      predicate: ({ queryKey }) => {
        const { resource, reads, params } = readKey(queryKey)
        return RESOURCES.includes(resource as Resource) && !(reads === 'record' && this.#isEdited(resource, params))
      },
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = []
  }

  #apply(): void {
    const changes = this.#waiting.filter((change) => !this.#isKnown(change))
    this.#timer = undefined
    this.#waiting = []
    this.#lastAt = Date.now()
    for (const change of changes) this.#note(change)
    void this.client.invalidateQueries({
      predicate: ({ queryKey, state }) => {
        const query = readKey(queryKey)
        return changes.some((change) => change.resource === query.resource && this.#concerns(change, query, state.data))
      },
    })
    if (changes.length > 0) this.#notify()
  }

  #note(change: RecordChange): void {
    const { resource, id } = change
    const isOwn = change.by !== null && change.by.id === this.self()
    if (id === null || isOwn) return
    const key = keyOf(resource, id)
    if (this.#editing.has(key) && change.change !== 'affected') this.#editing.set(key, change)
    if (change.change === 'created' && this.#watchedLists.has(resource))
      this.#watchedLists.set(resource, this.newRows(resource) + 1)
    if (change.change !== 'updated') return
    this.#marked.add(key)
    setTimeout(() => {
      this.#marked.delete(key)
      this.#notify()
    }, MARKED_MS)
  }

  /** Whether a change may affect the answer of a query. */
  #concerns({ resource, id, change, by }: RecordChange, { reads, params }: Query, data: unknown): boolean {
    if (reads === 'record')
      return !this.#isEdited(resource, params) && (id === null || (idOf(params) === id && !this.#isDeletedHere(id)))
    if (reads !== 'list') return id === null || reads !== 'records' || JSON.stringify(params).includes(id)
    if (id === null || change === 'deleted') return true
    if (change === 'affected') return rowsOf(data).some((row) => row['id'] === id)
    // The user's own new record appears at once and is not counted.
    const isCounted = this.#watchedLists.has(resource) && by?.id !== this.self()
    if (change === 'created') return !isCounted
    return !this.#watchedLists.has(resource) || rowsOf(data).some((row) => row['id'] === id)
  }

  /** Whether the cache has this version: own changes are cached already, and a message may arrive twice. */
  #isKnown({ resource, id, version, change }: RecordChange): boolean {
    if (id === null || version === null || change !== 'updated') return false
    const one = this.client
      .getQueriesData({ queryKey: recordKey(resource) })
      .map(([, data]) => data)
      .find((data) => isObject(data) && data['id'] === id)
    const inLists = this.client
      .getQueriesData({ queryKey: listKey(resource) })
      .flatMap(([, data]) => rowsOf(data))
      .filter((row) => row['id'] === id)
    const versions = [...inLists, ...(isObject(one) ? [one] : [])].map((row) => Number(row['version']))
    return versions.length > 0 && versions.every((known) => known >= version)
  }

  /** Whether the record is being deleted on its own page, which must not read it again. */
  #isDeletedHere(id: string): boolean {
    return this.client
      .getMutationCache()
      .getAll()
      .some(({ options, state }) => options.mutationKey?.[1] === 'delete' && idOf(state.variables) === id)
  }

  #isEdited(resource: string, params: unknown): boolean {
    return this.#editing.has(keyOf(resource, idOf(params)))
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

const idOf = (params: unknown) => (isObject(params) ? String(params['id']) : '')

function rowsOf(data: unknown): Record<string, unknown>[] {
  const rows = isObject(data) ? data['data'] : null
  return Array.isArray(rows) ? rows.filter(isObject) : []
}
