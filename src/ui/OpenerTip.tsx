import Tooltip, { type TooltipProps } from '@mui/material/Tooltip'

interface OpenerTipProps extends Pick<TooltipProps, 'children'> {
  title: string
  /** Whether the element that the button opens is open. */
  open: boolean
}

/** Tooltip of a button that opens an overlay; hidden while the overlay is open. */
export function OpenerTip({ title, open, children }: OpenerTipProps) {
  return (
    <Tooltip describeChild={false} title={open ? '' : title}>
      {children}
    </Tooltip>
  )
}
