import type { PartnerInvitation } from '../../../contract/entities/partner-invitation'
import type { PartnerAccessRecord, SentInvitation } from '../../../contract/partner-access'
import type { PartnerRole } from '../../../contract/vocabulary'
import { api, postJson } from '../../providers/http/api'

const pathOf = (partnerId: string) => `/partners/${encodeURIComponent(partnerId)}/`

export const readAccess = (partnerId: string) => api<PartnerAccessRecord>(`${pathOf(partnerId)}access/`)

export const sendInvitation = (partnerId: string, email: string, role: PartnerRole) =>
  postJson<SentInvitation>(`${pathOf(partnerId)}invitations/`, { email, role })

export const resendInvitation = ({ partner_id, id }: PartnerInvitation) =>
  api<SentInvitation>(`${pathOf(partner_id)}invitations/${id}/resend/`, { method: 'POST' })

/** Takes away an invitation, a person or a key. */
export function takeAway(partnerId: string, kind: 'invitations' | 'members' | 'credentials', id: string) {
  const path = `${pathOf(partnerId)}${kind}/${encodeURIComponent(id)}/`
  return kind === 'members' ? api(path, { method: 'DELETE' }) : api(`${path}revoke/`, { method: 'POST' })
}
