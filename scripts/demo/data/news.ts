import { DAY, HOUR } from '../member.ts'

/** `age` is in minutes; a comment is younger than its news item. */
type DemoNews = {
  title: string
  content: string
  age: number
  /** The number of kisses, including those by the members in `kissedBy`. */
  kisses: number
  kissedBy: string[]
  comments: { author: string; age: number; text: string }[]
}

/** Oldest first. */
export const DEMO_NEWS: DemoNews[] = [
  {
    title: 'Middagar i fyra nya städer',
    content: 'Grupperna i Malmö, Örebro, Umeå och Västerås öppnar för sina första kvällar i november.',
    age: 32 * DAY,
    kisses: 38,
    kissedBy: [],
    comments: [{ author: 'Nattljus', age: 31 * DAY, text: 'Umeå, äntligen. Jag tar med sällskapsspelen.' }],
  },
  {
    title: 'Så fungerar verifiering mellan medlemmar',
    content:
      'En verifiering betyder att någon du chattat med har träffat dig, eller sett dig i ett videosamtal, och går i god för att du är du. Be om en, eller ge en, från profilens flik Verifiering.',
    age: 19 * DAY,
    kisses: 27,
    kissedBy: ['Mira'],
    comments: [
      { author: 'Signe', age: 18 * DAY + 5 * HOUR, text: 'Räcker det att ha setts på en gruppmiddag?' },
      { author: 'Vera i receptionen', age: 18 * DAY, text: 'Ja, om ni också har en chatt tillsammans.' },
    ],
  },
  {
    title: 'Diskret läge är här',
    content:
      'Nu kan du göra alla foton suddiga tills du pekar på dem. Slå på det med ögat högst upp på sidan.\n\nValet sparas på din enhet och gäller tills du slår av det.',
    age: 10 * DAY,
    kisses: 36,
    kissedBy: [],
    comments: [
      { author: 'Jakob-83', age: 9 * DAY, text: 'Perfekt för oss som pendlar.' },
      { author: 'Ada och Viktor', age: 8 * DAY, text: 'Och för oss med nyfikna barn i soffan.' },
    ],
  },
]
