/** How a sign-in went on: somebody is signed in, or has to enter a code or choose a password first. */
export type Entered = SignedIn | CodeDue | PasswordDue

export interface SignedIn {
  /** Where the person belongs; null for the page that was asked for. */
  home: string | null
}

export interface CodeDue {
  /** @throws the API's refusal */
  enterCode: (code: string) => Promise<Entered>
}

export interface PasswordDue {
  username: string
  /** @throws the API's refusal */
  choosePassword: (password: string) => Promise<SignedIn>
}

/** Somebody of the demo company, to sign in as at one click. */
export interface DemoPerson {
  name: string
  /** Key of what the person does; null where it goes without saying. */
  role: string | null
  /** @throws the API's refusal */
  enter: () => Promise<Entered>
}

/** Who signs in at a page, and how. Texts are keys. */
export interface SignInMethod {
  title: string
  text: string
  /** The first box: its label, and what the browser takes it for. */
  name: { label: string; field: string; type: 'text' | 'email' }
  submit: string
  demo: string
  /** Another door, for those who stand before the wrong one. */
  other?: { text: string; path: string }
  /** @throws the API's refusal */
  enter: (name: string, password: string) => Promise<Entered>
  /** People of a demo; none outside. */
  people: () => Promise<DemoPerson[]>
}
