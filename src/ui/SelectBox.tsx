import MenuItem from '@mui/material/MenuItem'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'

interface SelectBoxProps<V extends string> extends Omit<TextFieldProps, 'select' | 'value' | 'onChange' | 'children'> {
  value: V | ''
  options: readonly V[]
  labelOf: (option: NoInfer<V>) => ReactNode
  onChange: (value: NoInfer<V>) => void
}

export const SelectBox = <V extends string>({ options, labelOf, onChange, ...rest }: SelectBoxProps<V>) => (
  <TextField {...rest} select onChange={({ target }) => onChange(target.value as V)}>
    {options.map((option) => (
      <MenuItem key={option} value={option}>
        {labelOf(option)}
      </MenuItem>
    ))}
  </TextField>
)
