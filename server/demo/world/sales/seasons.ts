import { idOf } from '../chance'
import { dayAfter } from '../../../domain/timetable/calendar'
import type { Clock } from '../clock'
import type { RowOf } from '../rows'
import { inFive } from '../texts'

export const seasonId = (code: string): string => idOf('season', code)

type Season = RowOf<'seasons'> & { date_ranges: { from: string; to: string }[]; priority: number }

/** Returns four seasons for last year, this year and the next, so that one is always near. */
export function seasons(clock: Clock): Season[] {
  const thisYear = Number(clock.today.slice(0, 4))
  const years = [thisYear - 1, thisYear, thisYear + 1]
  const since = `${clock.day(-210)}T09:00:00Z`
  const common = { excluded_dates: [], weekdays: [], status: 'active' as const, created_at: since, updated_at: since }
  return [
    {
      ...common,
      id: seasonId('SUMMER'),
      code: 'SUMMER',
      name: inFive('Summer', 'الصيف', 'Été', 'Sommer', 'Verano'),
      date_ranges: years.map((year) => ({ from: `${year}-06-20`, to: `${year}-09-15` })),
      priority: 10,
      color: '#d9822b',
    },
    {
      ...common,
      id: seasonId('EASTER'),
      code: 'EASTER',
      name: inFive('Holy Week', 'أسبوع الآلام', 'Semaine sainte', 'Karwoche und Ostern', 'Semana Santa'),
      date_ranges: years.map((year) => ({
        from: dayAfter(easterSunday(year), -9),
        to: dayAfter(easterSunday(year), 1),
      })),
      priority: 20,
      color: '#7a3e9d',
    },
    {
      ...common,
      id: seasonId('CHRISTMAS'),
      code: 'CHRISTMAS',
      name: inFive(
        'Christmas and New Year',
        'عيد الميلاد ورأس السنة',
        'Noël et Nouvel An',
        'Weihnachten und Neujahr',
        'Navidad y Año Nuevo',
      ),
      date_ranges: years.map((year) => ({ from: `${year}-12-20`, to: `${year + 1}-01-07` })),
      excluded_dates: years.map((year) => `${year}-12-25`),
      priority: 20,
      color: '#a02c4a',
    },
    {
      ...common,
      id: seasonId('WINTER-SUN'),
      code: 'WINTER-SUN',
      name: inFive('Winter sun', 'شمس الشتاء', 'Soleil d’hiver', 'Wintersonne', 'Sol de invierno'),
      date_ranges: years.map((year) => ({ from: `${year}-11-01`, to: `${year + 1}-03-15` })),
      priority: 0,
      color: '#1d5fa8',
    },
  ]
}

/** Returns Easter Sunday of a year, `YYYY-MM-DD` (the algorithm of Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const days = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`
}
