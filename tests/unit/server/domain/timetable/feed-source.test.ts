import { describe, expect, it } from 'vitest'
import { matchSource, type FeedShape, type KnownSource } from '../../../../../server/domain/timetable/feed-source'
import {
  addLanguage,
  dropRoutes,
  dropStops,
  edited,
  join,
  losePositions,
  mark,
  move,
  operator,
  publishAs,
  rekeyRoutes,
  rekeyStops,
  rename,
  renameRoutes,
  replaceStops,
  respell,
  rest,
  sourceFrom,
  swapCoordinates,
  touch,
  type Edit,
} from '../../../../support/feed/shapes'

type Verdict = 'same' | 'new' | 'ask'

/** What the next feed of a known operator is taken for. */
const EDITIONS: [change: string, edits: Edit[], verdict: Verdict][] = [
  ['nothing', [], 'same'],
  ['other values of every stop', [touch()], 'same'],
  ['another publisher', [publishAs('alpha-ltd:a')], 'same'],
  ['a second agency', [publishAs('alpha:a+sub')], 'same'],
  ['no agency id', [publishAs('alpha:alpha')], 'same'],
  ['names in capitals', [respell((name) => name.toUpperCase())], 'same'],
  ['names with other spaces and points', [respell((name) => name.replaceAll(' ', ' . '))], 'same'],
  ['names with accents', [respell((name) => name.replaceAll('o', 'ó'))], 'same'],
  ['names in a second language', [addLanguage()], 'same'],
  ['names in a second language, another publisher', [addLanguage(), publishAs('x:y')], 'same'],
  ['one stop moved by 50 m', [move(1, 0.05)], 'same'],
  ['all stops moved by 200 m', [move(10, 0.2)], 'same'],
  ['four of ten stops moved by 500 m', [move(4, 0.5)], 'same'],
  ['one stop moved by 2 km', [move(1, 2)], 'ask'],
  ['four stops moved by 2 km', [move(4, 2)], 'ask'],
  ['one stop moved by 300 km', [move(1, 300)], 'ask'],
  ['all stops moved by 2 km', [move(10, 2)], 'ask'],
  ['all stops moved by 300 km', [move(10, 300)], 'ask'],
  ['latitude and longitude swapped', [swapCoordinates()], 'ask'],
  ['latitude and longitude swapped, another publisher', [swapCoordinates(), publishAs('x:y')], 'ask'],
  ['one stop renamed', [rename(1)], 'ask'],
  ['four stops renamed', [rename(4)], 'ask'],
  ['all stops renamed', [rename(10)], 'ask'],
  ['all stops renamed, another publisher', [rename(10), publishAs('x:y')], 'ask'],
  ['one stop renamed and moved by 2 km', [move(1, 2), rename(1)], 'ask'],
  ['all stops renamed and moved by 300 km', [move(10, 300), rename(10)], 'ask'],
  ['all stops renamed and moved by 300 km, another publisher', [move(10, 300), rename(10), publishAs('x:y')], 'new'],
  ['no positions', [losePositions()], 'same'],
  ['one stop replaced', [replaceStops(1)], 'same'],
  ['four stops replaced', [replaceStops(4)], 'same'],
  ['four stops replaced, another publisher', [replaceStops(4), publishAs('x:y')], 'same'],
  ['half of the stops replaced', [replaceStops(5)], 'ask'],
  ['half of the stops replaced, another publisher', [replaceStops(5), publishAs('x:y')], 'ask'],
  ['half of the stops with new ids', [rekeyStops(5)], 'same'],
  ['half of the stops with new ids, another publisher', [rekeyStops(5), publishAs('x:y')], 'same'],
  ['new ids of all stops', [rekeyStops(10)], 'same'],
  ['new ids of all stops, another publisher', [rekeyStops(10), publishAs('x:y')], 'ask'],
  ['new ids of all routes', [rekeyRoutes()], 'same'],
  ['new ids of all routes, another publisher', [rekeyRoutes(), publishAs('x:y')], 'ask'],
  ['new ids of all stops and routes', [rekeyStops(10), rekeyRoutes()], 'ask'],
  ['new ids of all stops and routes, another publisher', [rekeyStops(10), rekeyRoutes(), publishAs('x:y')], 'ask'],
  ['all stops replaced and new ids of routes', [replaceStops(10), rekeyRoutes()], 'ask'],
  [
    'all stops replaced and new ids of routes, another publisher',
    [replaceStops(10), rekeyRoutes(), publishAs('x:y')],
    'new',
  ],
  ['other names of all routes', [renameRoutes()], 'same'],
  ['one route less', [dropRoutes(1)], 'same'],
  ['seven stops less', [dropStops(7)], 'same'],
  ['seven stops less, another publisher', [dropStops(7), publishAs('x:y')], 'same'],
  ['no trips on the dates', [rest()], 'same'],
  ['no trips on the dates, another publisher', [rest(), publishAs('x:y')], 'same'],
  ['five more stops', [join(operator({ stops: 5, routes: 1, ids: 'N', latitude: 44 }))], 'same'],
  ['thirty more stops', [join(operator({ stops: 30, routes: 6, ids: 'N', latitude: 44 }))], 'ask'],
  [
    'thirty more stops, another publisher',
    [join(operator({ stops: 30, routes: 6, ids: 'N', latitude: 44 })), publishAs('x:y')],
    'ask',
  ],
]

/** What the feed of another operator is taken for when one with plain numbers as ids is known. */
const NUMBERED = { ids: '', publisher: 'tool:1' }
const BETA = { ...NUMBERED, name: 'Beta', latitude: 43 }
const OTHERS: [feed: string, feed: FeedShape, verdict: Verdict][] = [
  ['other ids', operator({ ids: 'B', name: 'Beta', latitude: 43, publisher: 'beta:b' }), 'new'],
  ['other ids at the same places', operator({ ids: 'B', name: 'Beta', publisher: 'beta:b' }), 'new'],
  ['the same ids', operator({ ...BETA, publisher: 'tool:2' }), 'new'],
  ['the same ids, fewer stops', operator({ ...BETA, publisher: 'tool:2', stops: 3 }), 'new'],
  ['the same ids, more stops', operator({ ...BETA, publisher: 'tool:2', stops: 40, routes: 5 }), 'new'],
  ['the same ids and publisher', operator(BETA), 'ask'],
  ['the same ids and publisher, fewer stops', operator({ ...BETA, stops: 3, routes: 1 }), 'ask'],
  ['the same publisher, other ids', operator({ ...BETA, ids: 'B' }), 'ask'],
  [
    'the same ids, one stop of the same name far away',
    edited(operator({ ...BETA, publisher: 'tool:2' }), (feed) => ({
      ...feed,
      stops: feed.stops.map((stop, index) => (index === 0 ? { ...stop, names: ['Alpha stop 1'] } : stop)),
    })),
    'new',
  ],
  [
    'the same registry of stops, other routes',
    { ...operator({ ...NUMBERED, publisher: 'beta:b' }), routes: operator({ ids: 'B', name: 'Beta' }).routes },
    'ask',
  ],
]

const known = (feed: FeedShape) => [sourceFrom(feed)]
const OWN = sourceFrom(operator({ ids: 'OWN', name: 'Own', publisher: 'own', latitude: 50 }), 'mark-1', true)
const OWN_FEED = operator({ ids: 'OWN', name: 'Own', publisher: 'company:operator', latitude: 50 })
const TWICE = [sourceFrom(operator(), 'first'), sourceFrom(edited(operator(), publishAs('alpha-ltd:a')), 'second')]

/** Pairs with more than one source, or with the company's own records. */
const SEVERAL: [pair: string, sources: KnownSource[], feed: FeedShape, verdict: Verdict, source?: string][] = [
  ['the first feed', [], operator(), 'new'],
  ['the first feed when the company has own records', [OWN], operator(), 'new'],
  ['an own export', [OWN], edited(OWN_FEED, mark('mark-1')), 'same', 'mark-1'],
  ['an own export with fewer stops', [OWN], edited(OWN_FEED, mark('mark-1'), dropStops(8)), 'same', 'mark-1'],
  ['an own export with more stops', [OWN], edited(OWN_FEED, mark('mark-1'), join(operator())), 'same', 'mark-1'],
  ['an own export with a stop moved by 2 km', [OWN], edited(OWN_FEED, mark('mark-1'), move(1, 2)), 'ask', 'mark-1'],
  ['an own export with a renamed stop', [OWN], edited(OWN_FEED, mark('mark-1'), rename(1)), 'ask', 'mark-1'],
  ['an own export without its mark', [OWN], OWN_FEED, 'ask', 'mark-1'],
  ['the export of another company', [OWN], edited(operator(), mark('mark-2')), 'new'],
  [
    'an own export beside the source of its records',
    [sourceFrom(OWN_FEED), OWN],
    edited(OWN_FEED, mark('mark-1')),
    'same',
    'mark-1',
  ],
  ['a feed that two sources know, of the first publisher', TWICE, operator(), 'same', 'first'],
  [
    'a feed that two sources know, of the second publisher',
    TWICE,
    edited(operator(), publishAs('alpha-ltd:a')),
    'same',
    'second',
  ],
  ['a feed that two sources know, of a third publisher', TWICE, edited(operator(), publishAs('x:y')), 'ask'],
  [
    'a feed of the second of two operators with the same ids',
    [sourceFrom(operator(NUMBERED), 'alpha'), sourceFrom(operator({ ...BETA, publisher: 'tool:1-2' }), 'beta')],
    operator(BETA),
    'same',
    'beta',
  ],
  [
    'a feed of the first of two operators with the same ids',
    [sourceFrom(operator({ ...BETA, publisher: 'tool:1-2' }), 'beta'), sourceFrom(operator(NUMBERED), 'alpha')],
    operator(NUMBERED),
    'same',
    'alpha',
  ],
]

describe('the source of a feed', () => {
  it.each(EDITIONS)('is right when the next edition has %s', (_change, edits, verdict) => {
    expect(matchSource(edited(operator(), ...edits), known(operator())).verdict).toBe(verdict)
  })

  it.each(OTHERS)('is right when another operator has %s', (_feed, feed, verdict) => {
    expect(matchSource(feed, known(operator(NUMBERED))).verdict).toBe(verdict)
  })

  it.each(SEVERAL)('is right for %s', (_pair, sources, feed, verdict, source) => {
    const match = matchSource(feed, sources)
    expect(match.verdict).toBe(verdict)
    if (source !== undefined) expect(match.source?.id).toBe(source)
  })

  it('lists what would move by more than a kilometre or change its name, the farthest first', () => {
    const feed = edited(operator(), move(2, 2), move(1, 1), rename(1), move(3, 0.5))
    const { changes, source } = matchSource(feed, known(operator()))
    expect(source?.id).toBe('alpha:a')
    expect(
      changes.map(({ stop, known: { recordId }, movedM, isRenamed }) => [
        stop.id,
        recordId,
        Math.round((movedM ?? 0) / 10) * 10,
        isRenamed,
      ]),
    ).toEqual([
      ['A1', 'record-A1', 3500, true],
      ['A2', 'record-A2', 2500, false],
    ])
  })
})
