import { useQuery } from '@tanstack/react-query'
import type { Company } from '../../../contract/operations/company'
import { call } from '../http/call'

const readCompany = ({ signal }: { signal: AbortSignal }) => call('GET /company', { signal })

/** Returns the record of the operator's company; undefined until it has loaded. */
export function useCompany(): Company | undefined {
  return useQuery({ queryKey: ['company'], queryFn: readCompany }).data
}
