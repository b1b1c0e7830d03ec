import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi, type MockInstance } from 'vitest'

let complaints: MockInstance[] = []
beforeEach(() => {
  complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
})

/** React and the libraries tell of mistakes in the browser's log: such a mistake fails the test. */
afterEach(() => {
  cleanup()
  expect(complaints.flatMap(({ mock }) => mock.calls)).toEqual([])
  vi.restoreAllMocks()
})
