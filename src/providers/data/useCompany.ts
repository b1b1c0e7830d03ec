import { useQuery } from '@tanstack/react-query'
import type { Company } from '../../../contract/operations/company'
import { api } from '../http/api'

const readCompany = () => api<Company>('/company/')

/** The operator itself; undefined until it was read. */
export function useCompany(): Company | undefined {
  return useQuery({ queryKey: ['company'], queryFn: readCompany }).data
}
