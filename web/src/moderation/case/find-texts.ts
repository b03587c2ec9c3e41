import { defineTexts } from '../../lib/text/texts.ts'

export const findTexts = defineTexts(
  {
    title: 'Hitta innehållet',
    lead: 'Leta upp det som anmälan gäller. Då sparas det som bevis, och du kan besluta om det.',
    kind: 'Vad det är',
    id: 'Nummer, eller adress här på sajten',
    idOfProfile: 'Namn, eller adress här på sajten',
    parent: { group: 'Gruppens nummer', news: 'Nyhetens nummer' },
    find: 'Hämta innehållet',
    finding: 'Hämtar…',
    missing: 'Det finns inte, eller så rör det någon du känner.',
    found: 'Innehållet är sparat som bevis.',
    merged: 'Det fanns redan ett ärende om det, nr {number}. Anmälan ligger där nu.',
  },
  {
    title: 'Find the content',
    lead: 'Find what the notice is about. It is then saved as evidence, and you can decide about it.',
    kind: 'What it is',
    id: 'Number, or an address on this site',
    idOfProfile: 'Name, or an address on this site',
    parent: { group: 'Number of the group', news: 'Number of the news item' },
    find: 'Get the content',
    finding: 'Getting…',
    missing: 'It does not exist, or it concerns someone you know.',
    found: 'The content is saved as evidence.',
    merged: 'There was already a case about it, no. {number}. The notice is there now.',
  },
)
