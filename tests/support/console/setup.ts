import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { complaints, hearComplaints } from './complaints'

beforeEach(hearComplaints)

/** React and the libraries tell of mistakes in the browser's log: such a mistake fails the test. */
afterEach(() => {
  cleanup()
  expect(complaints()).toEqual([])
  vi.restoreAllMocks()
})
