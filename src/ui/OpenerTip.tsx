import Tooltip, { type TooltipProps } from '@mui/material/Tooltip'

interface OpenerTipProps extends Pick<TooltipProps, 'children'> {
  title: string
  /** Whether what the button opens stands open. */
  open: boolean
}

/** The name of a button that opens something above the page; it never stands over what the button has opened. */
export function OpenerTip({ title, open, children }: OpenerTipProps) {
  return <Tooltip title={open ? '' : title}>{children}</Tooltip>
}
