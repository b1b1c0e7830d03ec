import { PhoneText } from '../ui/PhoneText'
import type { Detail } from './resource'

export const DetailText = ({ detail }: { detail: Detail | undefined }) =>
  typeof detail === 'object' ? <PhoneText>{detail.phone}</PhoneText> : detail
