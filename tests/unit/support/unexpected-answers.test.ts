import { describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../../contract/all-operations'
import { ALWAYS_REFUSED, unexpectedAnswers } from '../../support/loop/always-refused'
import { PREPARATIONS } from '../../support/loop/preparations'

const REASONS = { getLetter: 'needs the id of a letter' }

describe('unexpected answers', () => {
  it('are none when each operation accepted an input or has a reason', () => {
    const answers = [
      { id: 'listStations', status: 422 },
      { id: 'listStations', status: 200 },
      { id: 'getLetter', status: 404 },
    ]
    expect(unexpectedAnswers(answers, REASONS)).toEqual({ refused: [], accepted: [] })
  })

  it('name an operation without a reason that refused all of its inputs', () => {
    const answers = [422, 409, 503].map((status) => ({ id: 'listStations', status }))
    expect(unexpectedAnswers(answers, REASONS)).toEqual({ refused: ['listStations'], accepted: [] })
  })

  it('name an operation with a reason that accepted an input', () => {
    const answers = [404, 302].map((status) => ({ id: 'getLetter', status }))
    expect(unexpectedAnswers(answers, REASONS)).toEqual({ refused: [], accepted: ['getLetter'] })
  })
})

it('each reason for refusals is the one of an operation', () => {
  const ids = ALL_OPERATIONS.map(({ id }) => id)
  expect(Object.keys(ALWAYS_REFUSED).filter((id) => !ids.includes(id))).toEqual([])
})

it('each preparation is the one of an operation', () => {
  const ids = ALL_OPERATIONS.map(({ id }) => id)
  expect(Object.keys(PREPARATIONS).filter((id) => !ids.includes(id))).toEqual([])
})
