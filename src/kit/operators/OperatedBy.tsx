import { useMay } from '../../providers/auth/useSession'
import { RecordLink } from '../RecordLink'

interface Operated {
  operated_by_partner_id: string | null
  operated_by: string | null
}

/** Who runs a job of another company, and what is known of it to those who may see partners. */
export function OperatedBy({ job: { operated_by_partner_id: id, operated_by: name } }: { job: Operated }) {
  const mayShow = useMay('show', 'partners')
  if (id === null) return null
  return mayShow ? <RecordLink resource="partners" id={id} /> : <bdi>{name}</bdi>
}
