import { SHORTCUT_SEQUENCE_MS } from '../../../contract/core/limits/console'
import { MOD } from './shortcuts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Returns the pressed key in the notation of the shortcut table. For keyboards of other scripts, returns the letter at the
 * same place of a Latin keyboard.
 */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | null {
  if (altKey) return null
  const latin = key.length === 1 && key.charCodeAt(0) > 127 ? latinKey(code, shiftKey) : key
  if (latin === null) return null
  const name = latin.length === 1 ? latin.toLowerCase() : latin
  return ctrlKey || metaKey ? `${MOD}+${name}` : name
}

function latinKey(code: string, shift: boolean): string | null {
  if (code === 'Slash') return shift ? '?' : '/'
  return /^Key([A-Z])$/.exec(code)?.[1] ?? null
}

/** Combines keys that are pressed in quick succession: `g`, `s` → `g s`. */
export class KeySequence {
  #pressed = ''
  #at = -Infinity

  /** @returns the key, with the previous one if that began a sequence */
  next(key: string, beginnings: ReadonlySet<string>, nowMs: number): string {
    const before = nowMs - this.#at <= SHORTCUT_SEQUENCE_MS ? this.#pressed : ''
    this.#pressed = before === '' && beginnings.has(key) ? key : ''
    this.#at = nowMs
    return before === '' ? key : `${before} ${key}`
  }
}

const TYPING =
  'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"], [role="listbox"]'
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Whether the user is typing, so that a letter is no shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPING) !== null

/** Whether a dialog or a menu handles the keys. */
export const hasOverlay = (): boolean => document.querySelector(OVERLAY) !== null
