import Button, { type ButtonProps } from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import { useState, type ReactNode } from 'react'

interface MenuButtonProps extends Pick<ButtonProps, 'variant' | 'startIcon' | 'loading'> {
  label: string
  /** Menu items; the menu closes after each click. */
  children: ReactNode
}

export function MenuButton({ label, children, variant = 'outlined', ...button }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        {...button}
        variant={variant}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} onClick={close}>
        {children}
      </Menu>
    </>
  )
}
