import { useState } from 'react'

/** Whether something has ever stood open: until then it need not be made, and from then on it can close as it should. */
export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened
}
