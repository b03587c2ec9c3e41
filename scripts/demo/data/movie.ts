import { DAY, HOUR } from '../member.ts'
import type { Picture } from '../pictures/render.ts'

/** A photo in the feed: `age` is in minutes, `picture` its subject, light and ratio. */
export type DemoEntry = {
  author: string
  age: number
  message: string
  altText: string
  picture: Pick<Picture, 'motif' | 'light' | 'ratio'>
  zoom?: number
  /** The number of members that like it; Mira only if `likedByMira` is set. */
  likes: number
  likedByMira?: true
}

/** Newest first. */
export const DEMO_ENTRIES: DemoEntry[] = [
  {
    author: 'Linn och Erik',
    age: 20,
    message: 'Sista kvällen på berget innan vintern.',
    altText: 'Solen går ned bakom violetta åsar.',
    picture: { motif: 'ranges', light: 'ember', ratio: 3 / 2 },
    likes: 24,
    likedByMira: true,
  },
  {
    author: 'Siv och Tor',
    age: 3 * HOUR,
    message: 'Köksbordet, söndag. Ingenting inplanerat.',
    altText: 'En vas med torra kvistar på ett bord.',
    picture: { motif: 'vase', light: 'amber', ratio: 4 / 5 },
    likes: 31,
  },
  {
    author: 'Jakob-83',
    age: 5 * HOUR,
    message: 'Björkarna hemma.',
    altText: 'Björkstammar i morgonljus.',
    picture: { motif: 'birches', light: 'forest' },
    likes: 18,
  },
  {
    author: 'Norrsken',
    age: 26 * HOUR,
    message:
      'Det här är inte norrsken, det är bara månen som övar. Men det var så tyst att jag stod kvar tills fingrarna inte gick att böja längre, och det säger man ju inte nej till en tisdag.',
    altText: '',
    picture: { motif: 'lake', light: 'night' },
    likes: 12,
  },
  {
    author: 'Nattljus',
    age: 28 * HOUR,
    message: 'Bron klockan fem.',
    altText: 'Månljus över vatten.',
    picture: { motif: 'lake', light: 'ember', ratio: 4 / 5 },
    zoom: 20,
    likes: 33,
    likedByMira: true,
  },
  {
    author: 'Mira',
    age: 30 * HOUR,
    message: 'Morgon efter första frosten.',
    altText: 'Dis över låga berg.',
    picture: { motif: 'ranges', light: 'dusk', ratio: 3 / 2 },
    likes: 9,
  },
  {
    author: 'Kustparet',
    age: 2 * DAY,
    message: '',
    altText: 'En båt på stilla vatten.',
    picture: { motif: 'boat', light: 'lagoon', ratio: 3 / 2 },
    likes: 15,
  },
  {
    author: 'Fyrvaktarna',
    age: 2 * DAY + HOUR,
    message: 'Valvet vid hamnen, i det ljus som bara finns i elva minuter.',
    altText: 'Tre valv i kvällssol.',
    picture: { motif: 'arches', light: 'amber', ratio: 4 / 5 },
    likes: 11,
  },
  {
    author: 'Saga på ön',
    age: 3 * DAY,
    message: 'Doris-båten har fått sällskap.',
    altText: '',
    picture: { motif: 'boat', light: 'rose' },
    likes: 7,
  },
  {
    author: 'Mossa och Lav',
    age: 4 * DAY,
    message: 'Hemma, ungefär.',
    altText: '',
    picture: { motif: 'birches', light: 'dusk' },
    zoom: 35,
    likes: 5,
  },
  {
    author: 'Vera i receptionen',
    age: 6 * DAY,
    message: 'Så här ser det ut hos oss i dag. Välkomna in!',
    altText: 'En vas på ett bord vid fönstret.',
    picture: { motif: 'vase', light: 'rose' },
    likes: 20,
  },
  {
    author: 'Solrosen',
    age: 8 * DAY,
    message: 'En sjö utan namn. Föreslå gärna.',
    altText: 'En sjö mellan låga stränder.',
    picture: { motif: 'lake', light: 'lagoon', ratio: 3 / 2 },
    likes: 14,
    likedByMira: true,
  },
]
