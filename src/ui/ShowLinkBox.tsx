import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useFormat } from './useFormat'

interface ShowLinkBoxProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Checkbox that shows the link to the inviting user, who passes it on instead of an email. */
export function ShowLinkBox({ checked, onChange }: ShowLinkBoxProps) {
  const { t } = useFormat()
  return (
    <FormControlLabel
      control={<Checkbox size="small" checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      label={t('app.account.user.showLink')}
    />
  )
}
