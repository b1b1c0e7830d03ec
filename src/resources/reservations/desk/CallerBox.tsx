import Autocomplete, { type AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { HTMLAttributes, Key } from 'react'
import { useGetList } from 'react-admin'
import type { Customer } from '../../../../contract/entities/customer'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits'
import { formatPhone } from '../../../providers/format/names'
import { useMay } from '../../../providers/auth/useSession'
import { useDebounced } from '../../../ui/useDebounced'
import { fullName } from '../../../kit/text'
import { searchOf } from './deskTypes'
import { SecondaryText } from '../../../ui/SecondaryText'

const PHONE_EXAMPLE = '+357 99 123456'

/** Below this many characters everybody would match. */
const SEARCH_FROM_CHARS = 3
const CHOICES = 6
const NOBODY: Customer[] = []

export const nameOfCustomer = ({ first_name, last_name, company_name }: Customer): string =>
  fullName(first_name, last_name) || (company_name ?? '')

interface CallerBoxProps {
  label: string
  value: string
  onType: (text: string) => void
  onPick: (customer: Customer) => void
  /** Left to right in every language, and Enter takes the first customer that matches. */
  phone?: boolean
  autoFocus?: boolean
  error?: string | undefined
  inputRef?: React.Ref<HTMLInputElement>
}

/** A box that one types into freely, and that offers the customers who match. */
export function CallerBox({ label, value, onType, onPick, phone = false, autoFocus, error, inputRef }: CallerBoxProps) {
  const mayList = useMay('list', 'customers')
  const q = useDebounced(searchOf(value), FILTER_DEBOUNCE_MS)
  const { data = NOBODY } = useGetList<Customer>(
    'customers',
    { pagination: { page: 1, perPage: CHOICES }, sort: { field: 'updated_at', order: 'DESC' }, filter: { q } },
    { enabled: mayList && q.length >= SEARCH_FROM_CHARS },
  )
  const options = q.length >= SEARCH_FROM_CHARS && searchOf(value) === q ? data : NOBODY
  return (
    <Autocomplete
      freeSolo
      autoHighlight={phone}
      options={options}
      filterOptions={(all) => all}
      inputValue={value}
      onInputChange={(_event, text, reason) => reason === 'input' && onType(text)}
      onChange={(_event, choice) => {
        // Enter in a number takes the first who has it, whether or not the list has come to mark them.
        const picked = typeof choice === 'string' ? (phone ? options[0] : null) : choice
        if (picked) onPick(picked)
      }}
      getOptionLabel={(option) => (typeof option === 'string' ? option : nameOfCustomer(option))}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
      renderOption={({ key, ...rest }: HTMLAttributes<HTMLLIElement> & { key: Key }, customer) => (
        <li key={key} {...rest}>
          <Box sx={{ display: 'flex', width: '100%', gap: 3, justifyContent: 'space-between', minWidth: 0 }}>
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {nameOfCustomer(customer)}
            </Box>
            <SecondaryText component="span" dir="ltr" size="caption">
              {customer.phone ? formatPhone(customer.phone) : customer.email}
            </SecondaryText>
          </Box>
        </li>
      )}
      renderInput={({ inputProps, ...params }: AutocompleteRenderInputParams) => (
        <TextField
          {...params}
          label={label}
          autoFocus={autoFocus ?? false}
          error={error !== undefined}
          helperText={error}
          {...(inputRef ? { inputRef } : {})}
          inputProps={{
            ...inputProps,
            autoComplete: 'off',
            ...(phone ? { dir: 'ltr', inputMode: 'tel', placeholder: PHONE_EXAMPLE } : {}),
          }}
        />
      )}
    />
  )
}
