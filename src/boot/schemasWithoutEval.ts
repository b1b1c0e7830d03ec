// The page's policy lets no text become code: schemas must not even try. Has to run before the first schema is made.
// zod looks for its settings here; to import it for that would put it in front of the sign-in page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
