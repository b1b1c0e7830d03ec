import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { MAIN_ID } from './frame'

/**
 * After a step to another page, puts the keyboard at the page and tells its title to who listens, as a page that is
 * loaded anew would. What lies in the address behind the path is still the same page.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title))
    // React may replace the element itself.
    observer.observe(document.head, { subtree: true, childList: true, characterData: true })
    return () => observer.disconnect()
  }, [])

  return (
    <Box
      aria-live="polite"
      sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {title}
    </Box>
  )
}
