import './schemasWithoutEval'
import '../ui/theme/fonts'
import '../signin/signin.css'
import type * as Main from './main'
import { BRAND } from '../providers/config'
import { fadeLoader } from '../providers/loader'
import { setFieldErrorWords } from '../providers/http/fieldErrors'
import { setDefaultHeaders } from '../providers/http/httpClient'
import { languageInfo } from '../providers/i18n/languages'
import { logWarning } from '../providers/log'
import { isObject } from '../providers/storage'
import { whenIdle } from '../providers/whenIdle'
import { serverFieldText } from '../ui/fieldTexts'
import { rehearsal, prefetchFirstRows, preloadScreen } from './preload'
import { showMissingPart } from './missingPart'
import { showSignIn } from '../signin/page'
import { placeOf, type Place } from './place'
import { plainSurroundings } from '../signin/surroundings'
import { wordsOf } from '../signin/words'

type Console = typeof Main

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
const state: unknown = window.history.state
const place = placeOf(window.location, isObject(state) ? state['usr'] : null)
if (place) showSignInPage(root, place)
else void startConsole(root, import('./main'))

async function startConsole(host: HTMLElement, code: Promise<Console>): Promise<void> {
  void preloadScreen(window.location.pathname)
  try {
    const console = await code
    await console.startConsole(host)
  } catch (error) {
    logWarning('The console could not start', error)
    showPart(host)
  }
}

function showPart(host: HTMLElement): void {
  const surroundings = plainSurroundings(() => undefined)
  fadeLoader()
  showMissingPart(host, wordsOf(surroundings.language()))
}

/** The sign-in page, while the console comes in behind it. */
function showSignInPage(
  host: HTMLElement,
  { door, path, state: remembered, next, ended, isOpen, subscribe }: Place,
): void {
  window.history.replaceState({ usr: remembered, key: 'default', idx: 0 }, '', path)
  let code: Promise<Console> | null = null
  const through = new AbortController()
  const surroundings = plainSurroundings((language) => void code?.then((console) => console.speak(language)))
  setDefaultHeaders(() => ({ 'Accept-Language': languageInfo(surroundings.language()).tag }))
  setFieldErrorWords((code, detail) => {
    const language = surroundings.language()
    return serverFieldText(code, detail, { language, t: wordsOf(language) })
  })

  const goOn = (to: string) => {
    if (through.signal.aborted) return
    through.abort()
    unsubscribe()
    surroundings.release()
    window.history.replaceState(null, '', to)
    document.title = BRAND
    void prefetchFirstRows().then(() => startConsole(host, code ?? import('./main')))
  }
  // In another tab as well.
  const unsubscribe = subscribe(() => isOpen() && goOn(next))
  showSignIn(host, { door, surroundings, ended, onSignedIn: ({ home }) => goOn(home ?? next) })
  fadeLoader()
  whenIdle(() => {
    code = import('./main')
    code.then(
      (console) => rehearsal(next, console.prepareConsole(), through.signal),
      () => (code = null),
    )
    void preloadScreen(next)
  })
}
