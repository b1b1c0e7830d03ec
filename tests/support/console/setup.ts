import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { complaints, hearComplaints } from './complaints'

// How long a machine with much else to do may take to draw.
configure({ asyncUtilTimeout: 4_000 })

beforeEach(hearComplaints)

/** React and the libraries tell of mistakes in the browser's log: such a mistake fails the test. */
afterEach(() => {
  cleanup()
  expect(complaints()).toEqual([])
  vi.restoreAllMocks()
})
