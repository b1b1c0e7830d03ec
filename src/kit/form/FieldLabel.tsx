import InputLabel from '@mui/material/InputLabel'
import type { ReactNode } from 'react'

/** Label of a group or of a read-only value. It wraps, unlike that of a text field. */
export const FieldLabel = ({ children }: { children: ReactNode }) => (
  <InputLabel component="div" sx={{ whiteSpace: 'normal' }}>
    {children}
  </InputLabel>
)
