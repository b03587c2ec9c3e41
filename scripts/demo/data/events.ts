import type { ParticipantsShownTo } from '@app/contract/events'

/** Days from today, the next Friday, or the next day with this month and day, such as `12-13`. */
export type DemoDay = number | 'FRIDAY' | `${number}-${number}`

/** `time` is the local time in Stockholm. */
export type DemoEvent = {
  title: string
  description: string
  place: string
  day: DemoDay
  time: string
  author: string
  /** The group of the event. */
  group?: string
  paid?: true
  capacity?: number
  shownTo?: ParticipantsShownTo
  coming: string[]
  interested?: string[]
  /** In the order of the queue. */
  waiting?: string[]
}

export const DEMO_EVENTS: DemoEvent[] = [
  {
    title: 'Höstmiddag på Söder',
    description:
      'Långbord, levande ljus och fem små rätter. Vi sitter bredvid någon vi inte känner och byter plats vid desserten.\n\nTa med en tröja till terrassen. **Foton tas bara på maten.**',
    place: 'Matsalen, Södermalm',
    day: 3,
    time: '18:30',
    author: 'Siv och Tor',
    group: 'Höstmiddagar Stockholm',
    paid: true,
    capacity: 8,
    coming: [
      'Linn och Erik',
      'Siv och Tor',
      'Vinterparet',
      'Nattljus',
      'Mira',
      'Jakob-83',
      'Ada och Viktor',
      'Ebba och Noor',
    ],
    interested: ['Tage'],
    waiting: ['Kustparet'],
  },
  {
    title: 'Fredagshäng med jazz',
    description: 'Ett bord längst in, sextio skivor och en trumpet. Kom när ni vill, gå när ni måste.',
    place: 'Källaren, Vasastan',
    day: 'FRIDAY',
    time: '20:00',
    author: 'Kaffe och vinyl',
    coming: ['Saga på ön', 'Kaffe och vinyl', 'Nattljus', 'Björn och Love'],
    interested: ['Mira', 'Skogsparet'],
  },
  {
    title: 'Bastu och brasa',
    description: 'Vedeldad bastu vid bryggan, korv över elden. Handduk tar man med själv.',
    place: 'Björnö',
    day: 14,
    time: '15:00',
    author: 'Jakob-83',
    group: 'Naturvänner Mälardalen',
    capacity: 12,
    coming: ['Jakob-83', 'Skogsparet', 'Mossa och Lav'],
  },
  {
    title: 'Lucia vid vattnet',
    description: 'Vi ses vid bron, går längs kanalen och dricker glögg ur termos. Sångblad finns.',
    place: 'Djurgården',
    day: '12-13',
    time: '17:00',
    author: 'Klara Himmel',
    coming: ['Klara Himmel', 'Fyrvaktarna', 'Linn och Erik'],
    interested: ['Solrosen'],
  },
  {
    title: 'Nyår i matsalen',
    description: 'Trerätters vid tolv bord och dans tills bussarna går igen. *Mörk klädsel, ljust humör.*',
    place: 'Gamla stan',
    day: '12-31',
    time: '19:00',
    author: 'Dansparet',
    paid: true,
    capacity: 60,
    shownTo: 'PARTICIPANTS',
    coming: ['Dansparet', 'Anders och Kim'],
  },
  {
    title: 'Kräftskiva på bryggan',
    description: 'Hattar, kräftor och långa skuggor.',
    place: 'Värmdö',
    day: -60,
    time: '16:00',
    author: 'Kustparet',
    coming: ['Kustparet', 'Mira', 'Linn och Erik', 'Siv och Tor'],
  },
]
