import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'

/** Reserves the room of a text that most likely follows once the data is there, in as many lines as it needs. */
export const LineSkeleton = ({ children }: { children: ReactNode }) => (
  <Skeleton>
    <span>{children}</span>
  </Skeleton>
)
