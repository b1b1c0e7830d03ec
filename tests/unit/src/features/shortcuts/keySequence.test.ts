import { describe, expect, it } from 'vitest'
import { CONSOLE_RESOURCES } from '../../../../../contract/core/vocabulary'
import { keyOf, KeySequence } from '../../../../../src/features/shortcuts/keySequence'
import { SHORTCUTS } from '../../../../../src/features/shortcuts/shortcuts'

const pressed = (key: string, code = '', more: Partial<KeyboardEvent> = {}) =>
  keyOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

describe('a key', () => {
  it('is the letter that it types, in upper or lower case', () => {
    expect(pressed('c')).toBe('c')
    expect(pressed('C', 'KeyC', { shiftKey: true })).toBe('c')
    expect(pressed('?', 'Slash', { shiftKey: true })).toBe('?')
    expect(pressed('/', 'Digit7', { shiftKey: true })).toBe('/')
  })

  it('is the Latin letter at its position when the keyboard has another script', () => {
    expect(pressed('ؤ', 'KeyC')).toBe('c')
    expect(pressed('ظ', 'Slash')).toBe('/')
    expect(pressed('؟', 'Slash', { shiftKey: true })).toBe('?')
    expect(pressed('ن', 'KeyK', { ctrlKey: true })).toBe('mod+k')
    expect(pressed('ج', 'BracketLeft')).toBeNull()
  })

  it('treats Ctrl and Command as equal, and Alt as text input', () => {
    expect(pressed('k', 'KeyK', { metaKey: true })).toBe('mod+k')
    expect(pressed('s', 'KeyS', { ctrlKey: true })).toBe('mod+s')
    expect(pressed('c', 'KeyC', { altKey: true })).toBeNull()
  })
})

describe('a sequence', () => {
  const beginnings = new Set(['g'])

  it('joins two consecutive keys, and no third', () => {
    const sequence = new KeySequence()
    expect(sequence.next('g', beginnings, 0)).toBe('g')
    expect(sequence.next('s', beginnings, 1_500)).toBe('g s')
    expect(sequence.next('s', beginnings, 1_600)).toBe('s')
  })

  it('forgets the first key after a while', () => {
    const sequence = new KeySequence()
    sequence.next('g', beginnings, 0)
    expect(sequence.next('c', beginnings, 1_501)).toBe('c')
  })
})

describe('the table of shortcuts', () => {
  it('has each combination once, and none that begins another', () => {
    const all = SHORTCUTS.map(({ keys }) => keys.join(' '))
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((keys) => all.some((other) => other.startsWith(`${keys} `)))).toEqual([])
  })

  it('leads to every list', () => {
    const led = SHORTCUTS.flatMap(({ resource }) => resource ?? [])
    expect([...led].sort()).toEqual([...CONSOLE_RESOURCES].sort())
  })
})
