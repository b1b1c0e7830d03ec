import { useQuery } from '@tanstack/react-query'
import type { Company } from '../../../contract/operations/company'
import { call } from '../http/call'

const readCompany = ({ signal }: { signal: AbortSignal }) => call('GET /company', { signal })

/** The operator itself; undefined until it was read. */
export function useCompany(): Company | undefined {
  return useQuery({ queryKey: ['company'], queryFn: readCompany }).data
}
