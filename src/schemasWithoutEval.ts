import { config } from 'zod/v4/core'

// The page's policy lets no text become code: schemas must not even try. Has to run before the first schema is made.
config({ jitless: true })
