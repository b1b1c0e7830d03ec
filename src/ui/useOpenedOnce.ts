import { useState } from 'react'

/** Whether it has ever been open; rendered only from then on, so that it can animate its closing. */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened
}
