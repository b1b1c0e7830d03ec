import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PriceLine } from '../../../../contract/core/price-line'
import type { RuleVerdict } from '../../../../contract/operations/quote'
import { RuleVerdicts } from '../../../../src/features/pricing/RuleVerdicts'
import { renderInFrame } from '../../../support/console/frame'

const verdict = (name: string, more: Partial<RuleVerdict>): RuleVerdict => ({
  rule_id: name,
  rule_code: name.toUpperCase(),
  label: { en: name },
  stage: 'fare_adjust',
  matched: true,
  failed_dimension: null,
  expected: [],
  expected_range: null,
  actual: null,
  ...more,
})

const ON_THE_RECEIPT: PriceLine = {
  seq: 2,
  kind: 'rule',
  code: 'EASTER',
  label: { en: 'Easter' },
  rule_id: 'Easter',
  rule_version: 1,
  passenger_category: null,
  quantity: 1,
  unit_minor: 125,
  amount_minor: 125,
  percent_bp: 1250,
  base_minor: 1000,
}

it('rule verdicts omit what the receipt shows, and collapse the reasons of rules that do not apply', () => {
  const trace = [
    verdict('Easter', {}),
    verdict('Never under €5', {}),
    verdict('Early bird', {
      matched: false,
      failed_dimension: 'lead_time',
      expected_range: { from: '20160', to: null },
      actual: '4320',
    }),
    verdict('Way back', { matched: false, failed_dimension: 'trip_type', expected: ['return'], actual: 'one_way' }),
  ]
  renderInFrame(<RuleVerdicts trace={trace} lines={[ON_THE_RECEIPT]} />)
  expect(screen.queryByText('Easter')).toBeNull()
  expect(screen.getByText('Never under €5').closest('details')).toHaveAttribute('open')

  const folded = screen.getByText('Not applied (2)').closest('details') as HTMLElement
  expect(folded).not.toHaveAttribute('open')
  const reasons = within(folded)
  expect(reasons.getByText('Needs at least 14 days before departure; this is 3 days before')).toBeInTheDocument()
  expect(reasons.getByText('Needs a return')).toBeInTheDocument()
  expect(folded.textContent).not.toMatch(/20160|4320|one_way/)
})
