/** SQL for the display name of the user `u`: the full name, else the user name. */
export const NAME_OF_USER = "coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.username)"
