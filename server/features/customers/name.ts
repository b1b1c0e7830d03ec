interface Named {
  first_name: string | null
  last_name: string | null
  company_name: string | null
}

/** Returns the display name of a customer. */
export const nameOf = ({ company_name, first_name, last_name }: Named): string =>
  company_name ?? [first_name, last_name].filter(Boolean).join(' ')
