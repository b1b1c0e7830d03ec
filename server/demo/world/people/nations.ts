import type { Language } from '../../../../contract/core/languages'

export interface Nation {
  country: string
  /** Share of the customers, in percent. */
  share: number
  locale: Language
  /** Given names in Latin letters; `[written, latin]` for names in another script or spelling. */
  first: readonly (string | readonly [written: string, latin: string])[]
  last: readonly (string | readonly [written: string, latin: string])[]
  /** Start of the phone numbers: blocks reserved for fiction where a country has any, otherwise unused ones. */
  phone: string
  /** Number of digits after it. */
  phoneDigits: number
}

const words = (list: string) => list.split(', ')

/** Given and family names that are common in each country; their combinations are invented. */
export const NATIONS: readonly Nation[] = [
  {
    country: 'ES',
    share: 24,
    locale: 'es',
    first: words(
      'María, Carmen, Laura, Paula, Irene, Alba, Javier, Daniel, Álvaro, Adrián, Marcos, Hugo, Iñaki, Begoña',
    ),
    last: words(
      'García Ruiz, Fernández Gil, López Serrano, Martín Vega, Sánchez Robles, Pérez Molina, Gómez Cano, Jiménez Rojas, Díaz Pardo, Moreno Salas, Muñoz Ríos, Romero Ferrer, Núñez Ortega, Ibáñez Soto',
    ),
    phone: '+34600000',
    phoneDigits: 3,
  },
  {
    country: 'GB',
    share: 21,
    locale: 'en',
    first: words(
      'Emily, Charlotte, Grace, Hannah, Megan, Priya, James, Harry, George, Callum, Rhys, Aidan, Imran, Naomi',
    ),
    last: words(
      'Walker, Thompson, Hughes, Patel, Edwards, Bennett, Fletcher, O’Connor, MacLeod, Whitfield, Barker, Sharma, Lewis, Pritchard',
    ),
    phone: '+447700900',
    phoneDigits: 3,
  },
  {
    country: 'DE',
    share: 13,
    locale: 'de',
    first: words('Anna, Lena, Sabine, Monika, Jana, Greta, Lukas, Jürgen, Stefan, Felix, Jörg, Matthias, Björn, Ayşe'),
    last: words(
      'Müller, Schäfer, Weber, Hoffmann, Köhler, Braun, Zimmermann, Krüger, Lehmann, Vogel, Yılmaz, Böhm, Winkler, Groß',
    ),
    phone: '+4917139200',
    phoneDigits: 2,
  },
  {
    country: 'FR',
    share: 10,
    locale: 'fr',
    first: words('Camille, Léa, Manon, Élise, Chloé, Inès, Lucas, Théo, Antoine, Mathieu, Étienne, François'),
    last: words(
      'Lefèvre, Moreau, Girard, Dubois, Fontaine, Chevalier, Perrin, Gauthier, Benoît, Lacroix, Marchand, Faure',
    ),
    phone: '+33639981',
    phoneDigits: 3,
  },
  {
    country: 'NL',
    share: 6,
    locale: 'en',
    first: words('Sanne, Femke, Lotte, Daan, Bram, Jeroen, Thijs, Anouk'),
    last: words('de Vries, van den Berg, Jansen, Bakker, Visser, Smit, Mulder, van Dijk'),
    phone: '+31600000',
    phoneDigits: 3,
  },
  {
    country: 'IE',
    share: 5,
    locale: 'en',
    first: words('Aoife, Niamh, Siobhán, Conor, Cian, Oisín, Declan, Róisín'),
    last: words('Murphy, Kelly, Byrne, Ó Súilleabháin, Doyle, Gallagher, Nolan, Keane'),
    phone: '+353209100',
    phoneDigits: 3,
  },
  {
    country: 'SE',
    share: 5,
    locale: 'en',
    first: words('Elsa, Astrid, Maja, Linnéa, Oskar, Erik, Nils, Göran'),
    last: words('Andersson, Lindqvist, Berglund, Åkesson, Sjöberg, Öberg, Nyström, Holm'),
    phone: '+467017406',
    phoneDigits: 2,
  },
  {
    country: 'IT',
    share: 4,
    locale: 'en',
    first: words('Giulia, Chiara, Francesca, Marco, Lorenzo, Matteo, Davide'),
    last: words('Bianchi, Romano, Colombo, Ricci, D’Angelo, Greco, Marchetti'),
    phone: '+39320000',
    phoneDigits: 4,
  },
  {
    country: 'PL',
    share: 4,
    locale: 'en',
    first: words('Agnieszka, Zofia, Małgorzata, Piotr, Tomasz, Łukasz, Wojciech'),
    last: words('Kowalczyk, Wiśniewski, Zieliński, Dąbrowska, Wójcik, Król, Szymańska'),
    phone: '+48500000',
    phoneDigits: 3,
  },
  {
    country: 'US',
    share: 3,
    locale: 'en',
    first: words('Madison, Ashley, Jordan, Tyler, Brandon, Mei, Diego'),
    last: words('Anderson, Nguyen, Ramirez, Brooks, Coleman, Chen, Sullivan'),
    phone: '+120255501',
    phoneDigits: 2,
  },
  {
    country: 'MA',
    share: 3,
    locale: 'fr',
    first: words('Salma, Imane, Hiba, Omar, Anas, Ilyas'),
    last: words('Alaoui, Bennis, Chraïbi, Lahlou, Idrissi, Tahiri'),
    phone: '+212600000',
    phoneDigits: 3,
  },
  {
    country: 'AE',
    share: 2,
    locale: 'ae',
    first: [
      ['فاطمة', 'fatima'],
      ['مريم', 'maryam'],
      ['نورة', 'noura'],
      ['خالد', 'khalid'],
      ['سلطان', 'sultan'],
      ['راشد', 'rashid'],
    ],
    last: [
      ['المنصوري', 'almansoori'],
      ['الشامسي', 'alshamsi'],
      ['النعيمي', 'alnuaimi'],
      ['السويدي', 'alsuwaidi'],
      ['الكعبي', 'alkaabi'],
    ],
    phone: '+97150000',
    phoneDigits: 4,
  },
]

/** Invented companies: name, country, business. */
export const COMPANIES: readonly { name: string; country: string; tag: 'hotel' | 'agency' | 'school' | 'corporate' }[] =
  [
    ['Alba de Sol Hoteles S.L.', 'ES', 'hotel'],
    ['Apartamentos Brisa y Mar S.L.', 'ES', 'hotel'],
    ['Hotel Patio de los Naranjales', 'ES', 'hotel'],
    ['Villas Jacaranda Marbella S.L.', 'ES', 'hotel'],
    ['Hostal Tres Farolas', 'ES', 'hotel'],
    ['Colegio Arroyo Claro', 'ES', 'school'],
    ['Instituto Cerro Verde', 'ES', 'school'],
    ['Academia de Español Buen Viento', 'ES', 'school'],
    ['Congresos Mediterráneo Sur S.L.', 'ES', 'corporate'],
    ['Bodegas Lagar del Monte S.A.', 'ES', 'corporate'],
    ['Club Deportivo Costa Norte', 'ES', 'corporate'],
    ['Eventos Luz de Faro S.L.', 'ES', 'agency'],
    ['Andalusia by Coach Ltd', 'GB', 'agency'],
    ['Fairway & Fino Golf Tours Ltd', 'GB', 'agency'],
    ['Larkspur School Trips Ltd', 'GB', 'school'],
    ['Pennine Ramblers Holidays', 'GB', 'agency'],
    ['Quayside Conferences Ltd', 'GB', 'corporate'],
    ['Nordlicht Gruppenreisen GmbH', 'DE', 'agency'],
    ['Rheinblick Studienreisen GmbH', 'DE', 'agency'],
    ['Hansekontor Incentives AG', 'DE', 'corporate'],
    ['Sprachschule Brückenwerk', 'DE', 'school'],
    ['Horizon Bleu Voyages SARL', 'FR', 'agency'],
    ['Lycée des Trois Rivières', 'FR', 'school'],
    ['Atelier Congrès Sud SAS', 'FR', 'corporate'],
    ['Tulp & Zon Reizen B.V.', 'NL', 'agency'],
    ['Polder Cycling Club', 'NL', 'agency'],
    ['Shannon Sun Travel', 'IE', 'agency'],
    ['Fjällvind Resor AB', 'SE', 'agency'],
    ['Viaggi Girasole S.r.l.', 'IT', 'agency'],
    ['Bursztyn Travel sp. z o.o.', 'PL', 'agency'],
    ['Atlas Jasmin Tours SARL', 'MA', 'agency'],
    ['Blue Harbor Cruises Inc.', 'US', 'agency'],
  ].map(([name = '', country = '', tag = '']) => ({
    name,
    country,
    tag: tag as 'hotel' | 'agency' | 'school' | 'corporate',
  }))
