/** How a person of the staff is called, for the row `u`. */
export const NAME_OF_USER = "coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.username)"
