import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'

/** Placeholder for a text that probably follows once data is loaded, with as many lines as the text needs. */
export const LineSkeleton = ({ children }: { children: ReactNode }) => (
  <Skeleton>
    <span>{children}</span>
  </Skeleton>
)
