import type { PartnerCredential, PartnerCredentialUpdate } from '../../../contract/entities/partner-credential'
import { call } from '../../providers/http/call'

export const rotateKey = (id: string, grace_hours: number, password: string) =>
  call('POST /partner/credentials/:id/rotate', { params: { id }, body: { grace_hours, password } })

export const updateKey = ({ id, version }: PartnerCredential, body: PartnerCredentialUpdate) =>
  call('PATCH /partner/credentials/:id', { params: { id }, body, ifMatch: version })
