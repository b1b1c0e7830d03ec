import InputLabel from '@mui/material/InputLabel'
import type { ReactNode } from 'react'

interface FieldLabelProps {
  id?: string
  required?: boolean
  children: ReactNode
}

/** Label of a group or of a settled value. It wraps, unlike that of a text field. */
export const FieldLabel = (props: FieldLabelProps) => (
  <InputLabel component="div" sx={{ whiteSpace: 'normal' }} {...props} />
)
