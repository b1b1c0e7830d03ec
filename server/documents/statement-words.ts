import type { Language } from '../../contract/core/vocabulary'
import { DICTIONARIES } from './dictionaries'

/** The console's own words for what stands on a statement. */
export const statementWords = (language: Language) => DICTIONARIES[language].app.statement
