import { DAY, HOUR } from '../member.ts'

/** An invite that was sent `age` minutes before the demo data was inserted. */
export type DemoInvite = { creator: string; invited: string; age: number; text: string; maybe?: true }

export const DEMO_INVITES: DemoInvite[] = [
  {
    creator: 'Skogsparet',
    invited: 'Mira',
    age: 21,
    text: 'Hej Mira, vi läste din text om vinterbad och skrattade högt. Vill du byta några rader?',
  },
  {
    creator: 'Saga på ön',
    invited: 'Mira',
    age: 23 * HOUR,
    text: 'Såg att vi båda ska på fredagshänget i stan. Ska vi vara nervösa tillsammans?',
  },
  { creator: 'Fyrvaktarna', invited: 'Mira', age: 6 * DAY, text: 'Vi ses kanske på luciafesten?', maybe: true },
  {
    creator: 'Mira',
    invited: 'Ada och Viktor',
    age: 2 * DAY,
    text: 'Hej! Är det svårt att lära sig lindy hop om man räknar högt hela tiden?',
  },
  {
    creator: 'Hängmattan',
    invited: 'Linn och Erik',
    age: 3 * HOUR,
    text: 'Hej! Vi har en full vinkyl och ingen att rådfråga. Ni ser ut att förstå oss.',
  },
  {
    creator: 'Blåklockan',
    invited: 'Linn och Erik',
    age: 8 * DAY,
    text: 'Gör ni krukor också? Jag har trettio plantor och fyra krukor.',
    maybe: true,
  },
  {
    creator: 'Linn och Erik',
    invited: 'Dansparet',
    age: 4 * DAY,
    text: 'Vi har övat foxtrot i köket och behöver någon som säger sanningen.',
  },
]
