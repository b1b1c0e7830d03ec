import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useFormat } from './useFormat'

interface ShowLinkBoxProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Lets whoever invites hand the link on by other means than mail. */
export function ShowLinkBox({ checked, onChange }: ShowLinkBoxProps) {
  const { t } = useFormat()
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      label={t('app.account.user.showLink')}
    />
  )
}
