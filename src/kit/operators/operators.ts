import { useQuery } from '@tanstack/react-query'
import type { Operator } from '../../../contract/operations/operators'
import { call } from '../../providers/http/call'

const NONE: Operator[] = []

/** The companies that jobs can be farmed out to, by name. */
export function useOperators(): { operators: Operator[]; isKnown: boolean } {
  const { data } = useQuery({ queryKey: ['partners', 'operators'], queryFn: () => call('GET /operators') })
  return { operators: data ?? NONE, isKnown: data !== undefined }
}

/** Who runs a job now, where that is another company. */
export const operatorOf = ({
  operated_by_partner_id: id,
  operated_by: name,
}: {
  operated_by_partner_id: string | null
  operated_by: string | null
}) => (id === null ? null : { id, name: name ?? '' })
