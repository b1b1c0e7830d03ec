import { describe, expect, it } from 'vitest'
import { greetingName } from '../../../../../server/domain/notifications/greeting-name'

describe('the name in a greeting', () => {
  it.each([
    'Ana Ruiz',
    'J. R. Ewing',
    'Dr. Müller',
    'St. John-Smith',
    'María José de la Torre y López',
    "O'Neil",
    'Elizabeth 2',
    'Class 4b of 2026',
    'محمد بن علي',
    '山田太郎',
  ])('is kept: %s', (name) => {
    expect(greetingName(name)).toBe(name)
  })

  it.each([
    'You have won: https://evil.example/prize',
    'Visit www.evil.example',
    'evil.example',
    'Ana (bit.ly/3xY)',
    'write to win@evil.example',
    'evil．example',
    'win＠evil',
    'evil.\u200Bexample',
    'почта.рф',
    '例え。テスト',
    'Call +44 900 123 456',
    'Call ٠٩٠٠١٢٣٤',
    'file:\\\\evil\\share',
  ])('is left out when it contains an address: %s', (name) => {
    expect(greetingName(name)).toBeNull()
  })
})
