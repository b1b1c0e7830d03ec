import { useState } from 'react'
import { BRAND } from '../providers/config'

export function Copyright() {
  const [year] = useState(() => new Date().getFullYear())
  return `© ${year} ${BRAND}`
}
