import type { RuleVerdict } from '../../../contract/operations/quote'
import type { Reader } from '../../db/transaction'
import type { Verdict } from '../../domain/pricing/rule-book'
import { readNames } from './repository/pricing'

/** Returns the trace with record names in the reader's language instead of ids. */
export async function presentTrace(db: Reader, trace: readonly Verdict[], language: string): Promise<RuleVerdict[]> {
  const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)
  const words = trace.flatMap(({ expected, actual }) => [...expected, ...(actual === null ? [] : [actual])])
  const ids = [...new Set(words.filter(isId))]
  const names = ids.length > 0 ? await readNames(db, ids, language) : new Map<string, string>()
  const named = (text: string) => names.get(text) ?? text
  return trace.map(({ rule, matched, failed, expected, range, actual }) => ({
    rule_id: rule.id,
    rule_code: rule.code,
    label: rule.name,
    stage: rule.stage,
    matched,
    failed_dimension: failed,
    expected: expected.map(named),
    expected_range: range,
    actual: actual === null ? null : named(actual),
  }))
}
