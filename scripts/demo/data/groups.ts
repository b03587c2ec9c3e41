import { DAY, HOUR } from '../member.ts'

/** `age` is in minutes before the present. `event` is the title of an event of the group that the post announces. */
export type DemoPost = {
  author: string
  age: number
  text: string
  event?: string
  comments?: { author: string; age: number; text: string }[]
}

export type DemoGroup = {
  name: string
  description: string
  /** The owner first, then the other admins. */
  admins: string[]
  members: string[]
  isOpen?: true
  /** Oldest first. */
  posts: DemoPost[]
  /** The number of newest posts that the demo logins have not read. */
  unread?: number
  invites?: { inviter: string; recipient: string; age: number; text: string }[]
}

export const DEMO_GROUPS: DemoGroup[] = [
  {
    name: 'Höstmiddagar Stockholm',
    description:
      'Vi lagar mat tillsammans när det blåser ute. **Alla är värdar ibland**, ingen är det alltid.\n\nVi bjuder in den som någon av oss har träffat.',
    admins: ['Siv och Tor', 'Linn och Erik'],
    members: ['Mira', 'Vinterparet', 'Nattljus', 'Ada och Viktor', 'Kustparet', 'Jakob-83', 'Ebba och Noor', 'Tage'],
    posts: [
      {
        author: 'Siv och Tor',
        age: 9 * DAY,
        text: 'Då kör vi igång för säsongen. Vem har ett bord som går att dra ut?',
      },
      { author: 'Linn och Erik', age: 8 * DAY, text: 'Vi har ett. Det är fult men det är långt.' },
      {
        author: 'Nattljus',
        age: 2 * DAY + 3 * HOUR,
        text: 'Kvällsljuset på väg hem sist. Tack alla för en fin kväll.',
        comments: [{ author: 'Ebba och Noor', age: 2 * DAY, text: 'Tack själv, och tack för skjutsen.' }],
      },
      {
        author: 'Siv och Tor',
        age: 26 * HOUR,
        text: 'Nu är middagen fullbokad. Här är allt ni behöver veta.',
        event: 'Höstmiddag på Söder',
        comments: [
          {
            author: 'Vinterparet',
            age: 20 * HOUR,
            text: 'Vi kan ta med ett extra långbord om det behövs. Bilen är stor.',
          },
          { author: 'Mira', age: 19 * HOUR, text: 'Första gången för mig. Jag bakar något till kaffet.' },
        ],
      },
      { author: 'Ada och Viktor', age: 5 * HOUR, text: 'Vi tar med surdeg. Och en surdeg till, om den första rymmer.' },
    ],
    unread: 2,
  },
  {
    name: 'Naturvänner Mälardalen',
    description: 'Turer, tältplatser och termosar. Vi går i den takt som den långsammaste vill.',
    admins: ['Jakob-83'],
    members: ['Mira', 'Skogsparet', 'Mossa och Lav', 'Blåklockan', 'Rut 61'],
    isOpen: true,
    posts: [
      { author: 'Jakob-83', age: 6 * DAY, text: 'Basturesan till Björnö blir av.', event: 'Bastu och brasa' },
      { author: 'Mossa och Lav', age: 3 * DAY, text: 'Har någon ett tält för tre som vi får låna?' },
      { author: 'Jakob-83', age: 28 * HOUR, text: 'Tältplatsen är bokad, och det stora tältet är mitt.' },
    ],
    unread: 1,
  },
  {
    name: 'Skärgårdsseglare 40 plus',
    description: 'För den som hellre väntar ut vinden än startar motorn. Med båt eller utan.',
    admins: ['Segelgöran', 'Havsbris 72'],
    members: ['Mira', 'Linn och Erik', 'Kustparet', 'Siv och Tor'],
    posts: [
      { author: 'Havsbris 72', age: 12 * DAY, text: 'Doris ligger uppe. Jag är redan otålig.' },
      {
        author: 'Siv och Tor',
        age: 2 * DAY + 5 * HOUR,
        text: 'Sista helgen innan båten ska upp. Vem vill med ut och frysa?',
      },
    ],
  },
  {
    name: 'Kulturklubben',
    description: 'Teater, utställningar och *högläsning*. Någon köper biljetterna, resten köper kaffet.',
    admins: ['Nattljus'],
    members: ['Mira', 'Klara Himmel', 'Farbror Frans', 'Ada och Viktor'],
    posts: [{ author: 'Nattljus', age: 5 * DAY, text: 'Två biljetter över till fredagens konsert. Först till kvarn.' }],
  },
  {
    name: 'Keramik och kaffe',
    description:
      'Drejning för nybörjare och folk som fortfarande är det. Linn och Erik håller i nyckeln till verkstaden.',
    admins: ['Linn och Erik'],
    members: ['Mira', 'Signe', 'Tilde och Maj'],
    posts: [
      { author: 'Signe', age: 17 * DAY, text: 'Min skål blev en assiett. Den får vara det.' },
      { author: 'Linn och Erik', age: 16 * DAY, text: 'Ugnen är tänd, alla assietter är välkomna.' },
    ],
  },
  {
    name: 'Sångfåglarna',
    description: 'Vi sjunger tvåstämmigt på söndagar. Den som inte kan noter får stå nära någon som kan.',
    admins: ['Klara Himmel'],
    members: ['Norrsken', 'Tre katter', 'Solrosen'],
    isOpen: true,
    posts: [{ author: 'Klara Himmel', age: 4 * DAY, text: 'På söndag börjar vi med julsångerna. Ja, redan.' }],
  },
  {
    name: 'Nattvandrare Göteborg',
    description: 'Promenader efter nio, i alla väder, med termos.',
    admins: ['Nattuggla 66'],
    members: ['Björn och Love', 'Havtorn', 'Lo', 'Isbrytaren'],
    isOpen: true,
    posts: [{ author: 'Lo', age: 3 * DAY, text: 'Slottsskogen i går: noll människor, en räv.' }],
  },
  {
    name: 'Fyrar i vinter',
    description: 'Vi besöker en fyr i månaden och äter soppa i den, om det går.',
    admins: ['Fyrvaktarna'],
    members: ['Timmerkojan', 'Hängmattan'],
    posts: [{ author: 'Fyrvaktarna', age: 40, text: 'Nästa fyr är bestämd. Ta varma skor.' }],
    invites: [
      {
        inviter: 'Fyrvaktarna',
        recipient: 'Mira',
        age: 2 * DAY,
        text: 'Du som läser om fyrar borde se en inifrån.',
      },
      {
        inviter: 'Fyrvaktarna',
        recipient: 'Linn och Erik',
        age: 2 * DAY,
        text: 'Har ni en stor kastrull? Då är ni med.',
      },
    ],
  },
]
