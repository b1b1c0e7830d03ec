import { PhoneText } from '../ui/PhoneText'
import type { Detail } from './resource'

/** Shows the detail of a record beside its name. */
export const DetailText = ({ detail }: { detail: Detail | undefined }) =>
  typeof detail === 'object' ? <PhoneText>{detail.phone}</PhoneText> : detail
