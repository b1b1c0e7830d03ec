import { useQuery } from '@tanstack/react-query'
import type { Company } from '../../../contract/company'
import { api } from '../http/api'

/** Key of the company in the cache of reads. */
export const COMPANY_KEY = ['company']

export const readCompany = () => api<Company>('/company/')

/** The operator itself; undefined until it was read. */
export function useCompany(): Company | undefined {
  return useQuery({ queryKey: COMPANY_KEY, queryFn: readCompany }).data
}
