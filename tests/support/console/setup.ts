import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { COMPONENT_TIMEOUT_MS } from '../timeouts'
import { complaints, hearComplaints } from './complaints'

configure({ asyncUtilTimeout: COMPONENT_TIMEOUT_MS })

beforeEach(hearComplaints)

/** Fails a test on mistakes that React and other libraries report in the browser's log. */
afterEach(() => {
  cleanup()
  const reported = complaints()
  vi.restoreAllMocks()
  expect(reported).toEqual([])
})
