import { Dashboard } from '../../../contract/dashboard'
import { API_ROOT } from '../../config'
import { httpClient } from '../../providers/http/httpClient'

/** What the first page shows of the whole company, in one answer. */
export const DASHBOARD_QUERY = {
  queryKey: ['dashboard'],
  queryFn: async (): Promise<Dashboard> => Dashboard.parse((await httpClient(`${API_ROOT}/dashboard/`)).json),
}
