import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { COMPONENT_TIMEOUT_MS } from '../timeouts'
import { complaints, hearComplaints } from './complaints'

configure({ asyncUtilTimeout: COMPONENT_TIMEOUT_MS })

beforeEach(hearComplaints)

/** React and the libraries tell of mistakes in the browser's log: such a mistake fails the test. */
afterEach(() => {
  cleanup()
  expect(complaints()).toEqual([])
  vi.restoreAllMocks()
})
