import { DAY, HOUR } from '../member.ts'
import type { Motif } from '../pictures/render.ts'

/** A photo in the feed: `age` is in minutes, `motif` the subject of the picture and its light. */
export type DemoEntry = {
  author: string
  age: number
  message: string
  altText: string
  motif: Pick<Motif, 'motif' | 'light'>
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
    motif: { motif: 'ranges', light: 'ember' },
    likes: 24,
    likedByMira: true,
  },
  {
    author: 'Siv och Tor',
    age: 3 * HOUR,
    message: 'Köksbordet, söndag. Ingenting inplanerat.',
    altText: 'En vas med torra kvistar på ett bord.',
    motif: { motif: 'vase', light: 'amber' },
    likes: 31,
  },
  {
    author: 'Jakob-83',
    age: 5 * HOUR,
    message: 'Björkarna hemma.',
    altText: 'Björkstammar i morgonljus.',
    motif: { motif: 'birches', light: 'forest' },
    likes: 18,
  },
  {
    author: 'Norrsken',
    age: 26 * HOUR,
    message:
      'Det här är inte norrsken, det är bara månen som övar. Men det var så tyst att jag stod kvar tills fingrarna inte gick att böja längre, och det säger man ju inte nej till en tisdag.',
    altText: '',
    motif: { motif: 'lake', light: 'night' },
    likes: 12,
  },
  {
    author: 'Nattljus',
    age: 28 * HOUR,
    message: 'Bron klockan fem.',
    altText: 'Månljus över vatten.',
    motif: { motif: 'lake', light: 'ember' },
    zoom: 20,
    likes: 33,
    likedByMira: true,
  },
  {
    author: 'Mira',
    age: 30 * HOUR,
    message: 'Morgon efter första frosten.',
    altText: 'Dis över låga berg.',
    motif: { motif: 'ranges', light: 'dusk' },
    likes: 9,
  },
  {
    author: 'Kustparet',
    age: 2 * DAY,
    message: '',
    altText: 'En båt på stilla vatten.',
    motif: { motif: 'boat', light: 'lagoon' },
    likes: 15,
  },
  {
    author: 'Fyrvaktarna',
    age: 2 * DAY + HOUR,
    message: 'Valvet vid hamnen, i det ljus som bara finns i elva minuter.',
    altText: 'Tre valv i kvällssol.',
    motif: { motif: 'arches', light: 'amber' },
    likes: 11,
  },
  {
    author: 'Saga på ön',
    age: 3 * DAY,
    message: 'Doris-båten har fått sällskap.',
    altText: '',
    motif: { motif: 'boat', light: 'rose' },
    likes: 7,
  },
  {
    author: 'Mossa och Lav',
    age: 4 * DAY,
    message: 'Hemma, ungefär.',
    altText: '',
    motif: { motif: 'birches', light: 'dusk' },
    zoom: 35,
    likes: 5,
  },
  {
    author: 'Vera i receptionen',
    age: 6 * DAY,
    message: 'Så här ser det ut hos oss i dag. Välkomna in!',
    altText: 'En vas på ett bord vid fönstret.',
    motif: { motif: 'vase', light: 'rose' },
    likes: 20,
  },
  {
    author: 'Solrosen',
    age: 8 * DAY,
    message: 'En sjö utan namn. Föreslå gärna.',
    altText: 'En sjö mellan låga stränder.',
    motif: { motif: 'lake', light: 'lagoon' },
    likes: 14,
    likedByMira: true,
  },
]
