import type { PartnerCredential } from '../../contract/entities/partner-credential'

/** Whether a key still opens anything. */
export const isAlive = ({ state }: PartnerCredential): boolean => state === 'active' || state === 'rotating'
