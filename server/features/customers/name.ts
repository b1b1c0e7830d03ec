interface Named {
  first_name: string | null
  last_name: string | null
  company_name: string | null
}

/** How people call a customer. */
export const nameOf = ({ company_name, first_name, last_name }: Named): string =>
  company_name ?? [first_name, last_name].filter(Boolean).join(' ')
