import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PreviewPair } from '../../../../contract/operations/pricing-preview'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits/console'
import { call, type BodyOf } from '../../../providers/http/call'
import { useDebounced } from '../../../ui/useDebounced'
import { conform } from '../../../kit/form/conform'
import { useFormInfo } from '../../../kit/form/FormContext'
import { fieldsOf } from '../../../kit/resource'
import type { RuleDraft } from '../ruleSentence'
import { minorToInput } from '../../../providers/format/money'

type PreviewBody = BodyOf<'POST /pricing-rules/preview'>

/** Number of days in the grid. */
export const PREVIEW_DAYS = 28
/** Placeholders for a rule without code and name. */
const UNNAMED = { code: 'DRAFT', name: { en: 'Draft' } }

type Rule = PreviewBody['rule']

interface Asked {
  /** The rule of the form in request format; null while incomplete. */
  rule: Rule | null
  ruleId: string | null
}

/** Returns the rule of the form in request format, debounced. */
export function useAskedRule(draft: RuleDraft): Asked {
  const { entity, spec, record } = useFormInfo()
  const text = useDebounced(JSON.stringify(draft), FILTER_DEBOUNCE_MS)
  const ruleId = record?.id ?? null
  return useMemo(() => {
    const held = JSON.parse(text) as Record<string, unknown>
    const hidden = fieldsOf(spec).filter(({ when }) => when && !when.in.includes(held[when.source]))
    const visible = { ...held, ...Object.fromEntries(hidden.map(({ source }) => [source, null])) }
    const named = { ...visible, code: held['code'] || UNNAMED.code, name: held['name'] ?? UNNAMED.name }
    // Excludes fields of an existing record that the request does not accept.
    const known = Object.fromEntries(Object.entries(named).filter(([name]) => name in entity.create.shape))
    const parsed = entity.create.safeParse(conform(entity.create, known))
    const isSound = parsed.success && (entity.check?.(parsed.data) ?? []).length === 0
    return { rule: isSound ? (parsed.data as Rule) : null, ruleId }
  }, [text, entity, spec, ruleId])
}

/** Reads prices before and after the rule; the previous grid stays visible while loading. */
export function usePreview({ rule, ruleId }: Asked, from: string) {
  return useQuery({
    queryKey: ['price-preview', ruleId, from, rule],
    queryFn:
      rule !== null && from !== ''
        ? ({ signal }) => ask({ rule, rule_id: ruleId, from, days: PREVIEW_DAYS }, signal)
        : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Reads the calculation of a price. */
export function useExplanation({ rule, ruleId }: Asked, pair: PreviewPair, day: string) {
  const { route_id, origin_station_id, destination_station_id } = pair
  const pairs = [{ route_id, origin_station_id, destination_station_id }]
  return useQuery({
    queryKey: ['price-explanation', ruleId, day, pairs, rule],
    queryFn:
      rule !== null
        ? ({ signal }) => ask({ rule, rule_id: ruleId, from: day, days: 1, pairs, explain: true }, signal)
        : skipToken,
    staleTime: 0,
  })
}

const ask = (body: PreviewBody, signal: AbortSignal) => call('POST /pricing-rules/preview', { body, signal })

/** Formats a change with its sign, using a true minus: `+1.50`, `−0.75`. */
export function changeText(minor: number, currency: string, locale: string): string {
  const size = minorToInput(Math.abs(minor), currency, locale)
  return minor < 0 ? `−${size}` : `+${size}`
}
