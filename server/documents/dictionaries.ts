import ae from '../../locales/ae/translation.json' with { type: 'json' }
import de from '../../locales/de/translation.json' with { type: 'json' }
import en from '../../locales/en/translation.json' with { type: 'json' }
import es from '../../locales/es/translation.json' with { type: 'json' }
import fr from '../../locales/fr/translation.json' with { type: 'json' }

/** The console's own words, for what is printed. */
export const DICTIONARIES = { en, ae, fr, de, es }
