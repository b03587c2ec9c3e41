import type { Category } from '@app/contract/safety/categories'
import type { Action } from '@app/contract/safety/decisions'
import type { ReasonCode } from '@app/contract/safety/reasons'
import { DAY, HOUR } from '../member.ts'

/** All ages are in minutes before the present. */
type DemoReport = { reporter: string; age: number; category: Category; words: string }

type DemoDecision = {
  by: string
  age: number
  reason: ReasonCode
  facts: string
  note?: string
  actions: Action[]
  /** The age at which the member read the statement. */
  readAge?: number
  appeal?: { age: number; words: string }
}

/** The subject of a case: a member, or the event or ad with a title that no other one has. */
type DemoSubject = { kind: 'PROFILE'; userName: string } | { kind: 'EVENT' | 'AD'; title: string }

export type DemoCase = {
  subject: DemoSubject
  reports: DemoReport[]
  /** Set if an admin has claimed the case without deciding it. */
  claim?: { by: string; age: number }
  question?: { by: string; age: number; text: string }
  decision?: DemoDecision
}

const VERA = 'Vera i receptionen'
const NILS = 'Nils i teamet'

export const DEMO_CASES: DemoCase[] = [
  {
    subject: { kind: 'AD', title: 'Kranvagn och vinterplats' },
    reports: [
      { reporter: 'Rut 61', age: 3 * HOUR, category: 'SPAM', words: 'Det här är ju hans firma som gör reklam.' },
      { reporter: 'Farbror Frans', age: 2 * HOUR, category: 'SPAM', words: 'Ser ut som en annons för ett varv.' },
    ],
  },
  {
    subject: { kind: 'PROFILE', userName: 'Tage' },
    reports: [
      {
        reporter: 'Signe',
        age: 100,
        category: 'FAKE',
        words: 'Jag tror att han har lånat presentationen av någon annan. Den låter precis som min grannes.',
      },
    ],
    claim: { by: NILS, age: 1 },
  },
  {
    subject: { kind: 'EVENT', title: 'Fredagshäng med jazz' },
    reports: [
      {
        reporter: 'Mira',
        age: 30 * HOUR,
        category: 'OTHER',
        words: 'Jag ringde stället, och de känner inte till något bord på fredag.',
      },
    ],
    question: { by: VERA, age: 20 * HOUR, text: 'Minns du vilket ställe du ringde, och när?' },
  },
  {
    subject: { kind: 'PROFILE', userName: 'Pelle Plåt' },
    reports: [
      {
        reporter: 'Solrosen',
        age: 26 * HOUR,
        category: 'FRAUD',
        words: 'Han vill ha handpenning för en husvagn som ingen får se.',
      },
      { reporter: 'Havtorn', age: 25 * HOUR, category: 'FRAUD', words: 'Jag har också betalat för den husvagnen.' },
    ],
    decision: {
      by: NILS,
      age: 12 * HOUR,
      reason: 'TERMS_FRAUD',
      facts: 'Du har bett flera medlemmar om handpenning för en husvagn som du inte har visat.',
      note: 'Två som inte känner varandra berättar samma sak.',
      actions: [{ kind: 'BAN' }],
    },
  },
  {
    subject: { kind: 'AD', title: 'Stickade badmössor' },
    reports: [{ reporter: 'Nattljus', age: 9 * DAY, category: 'SPAM', words: 'Fina, men ska man sälja saker här?' }],
    decision: {
      by: VERA,
      age: 8 * DAY,
      reason: 'TERMS_SPAM',
      facts: 'Annonsen säljer varor. Annonserna här är till för dig som vill träffa någon.',
      actions: [{ kind: 'REMOVE' }, { kind: 'WARN' }],
      readAge: 7 * DAY,
    },
  },
  {
    subject: { kind: 'AD', title: 'Glöggkväll i köket' },
    reports: [{ reporter: 'Mira', age: 6 * DAY, category: 'SPAM', words: 'De tar betalt för glöggen.' }],
    decision: {
      by: NILS,
      age: 5 * DAY,
      reason: 'TERMS_SPAM',
      facts: 'Annonsen tar betalt per kopp, och det ser ut som försäljning.',
      note: 'Kan vara ett skämt. Svara snällt om de hör av sig.',
      actions: [{ kind: 'REMOVE' }],
      readAge: 4 * DAY + 2 * HOUR,
      appeal: {
        age: 4 * DAY,
        words: 'De 80 kronorna var vad ingredienserna kostar. Vi ville dela på dem, inte sälja något.',
      },
    },
  },
]
