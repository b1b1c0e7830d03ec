// The content security policy forbids eval, so schemas must not try it. Must run before the first schema is created. Uses
// zod's global configuration, because importing zod would load it before the sign-in page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export {}
