import Box from '@mui/material/Box'
import { BreakableEmail } from '../../ui/BreakableEmail'
import { PhoneText } from '../../ui/PhoneText'
import { nothing, useText, type ValueProps } from './field'

/** Phone number in the format of the reader's language, as a link that calls it. */
export function PhoneField(props: ValueProps) {
  const value = useText(props)
  if (value === null) return nothing(props)
  const link = { href: `tel:${value}`, children: <PhoneText>{value}</PhoneText> }
  if (props.bare) return <a {...link} />
  return <Box component="a" {...link} sx={{ color: 'inherit', textDecoration: 'none', whiteSpace: 'nowrap' }} />
}

/** Email address that breaks after its `@` and stays left to right, which react-admin's `EmailField` does not. */
export function EmailAddressField(props: ValueProps) {
  const value = useText(props)
  if (value === null) return nothing(props)
  const link = { dir: 'ltr', href: `mailto:${value}`, children: <BreakableEmail>{value}</BreakableEmail> }
  if (props.bare) return <a {...link} />
  return (
    <Box
      component="a"
      {...link}
      sx={{ color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
    />
  )
}
