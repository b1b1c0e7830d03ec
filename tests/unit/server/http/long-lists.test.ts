import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cutLongLists } from '../../../../server/http/long-lists'

const Body = z.object({
  ids: z.array(z.int()).max(3).optional(),
  inner: z.object({ names: z.array(z.string()).min(1).max(2).default([]) }).nullable(),
  rows: z.array(z.object({ cells: z.array(z.string()).max(1) })).max(10),
  either: z.union([z.array(z.int()).max(1), z.array(z.string()).max(9)]).optional(),
})
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

describe('cutLongLists', () => {
  it('keeps one item more than the maximum of a list, at any depth', () => {
    const body = { ids: zeros(9), inner: { names: zeros(9) }, rows: [{ cells: ['a'] }, { cells: zeros(9) }] }
    cutLongLists(Body, body)
    expect(body).toEqual({ ids: zeros(4), inner: { names: zeros(3) }, rows: [{ cells: ['a'] }, { cells: zeros(2) }] })
  })

  it('keeps valid lists, and values that are no list', () => {
    const body = { ids: zeros(3), inner: null, rows: 'none', either: ['a', 'b'] }
    const before = structuredClone(body)
    cutLongLists(Body, body)
    expect(body).toEqual(before)
  })

  it('makes the schema report the length without checking each item', () => {
    const body = { ids: Array.from({ length: 500_000 }, () => 'x'), inner: null, rows: [] }
    cutLongLists(Body, body)
    const { error } = Body.safeParse(body)
    expect(body.ids).toHaveLength(4)
    expect(error?.issues.map(({ code, path }) => `${code} ${path.join('.')}`)).toEqual(['too_big ids'])
  })
})
