import type { RuleVerdict } from '../../../contract/operations/quote'
import type { Reader } from '../../db/transaction'
import type { Verdict } from '../../domain/pricing/rule-book'
import { readCodes } from './repository'

/** The trace with codes where rules name records. */
export async function presentTrace(db: Reader, trace: readonly Verdict[]): Promise<RuleVerdict[]> {
  const isId = (text: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)
  const words = trace.flatMap(({ expected, actual }) => [...expected, ...(actual === null ? [] : [actual])])
  const ids = [...new Set(words.filter(isId))]
  const codes = ids.length > 0 ? await readCodes(db, ids) : new Map<string, string>()
  const named = (text: string) => codes.get(text) ?? text
  return trace.map(({ rule, matched, failed, expected, actual }) => ({
    rule_id: rule.id,
    rule_code: rule.code,
    label: rule.name,
    stage: rule.stage,
    matched,
    failed_dimension: failed,
    expected: expected.map(named),
    actual: actual === null ? null : named(actual),
  }))
}
