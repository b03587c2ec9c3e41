import { defineTexts } from '../lib/text/texts.ts'

export const openingTexts = defineTexts(
  {
    title: 'Öppna ett ärende',
    lead: 'Vad gäller det? Innehållet sparas som bevis, och du beslutar på ärendets sida.',
    opening: 'Öppnar ärendet…',
    unavailable: 'Innehållet finns inte längre, eller så rör det någon du känner.',
  },
  {
    title: 'Open a case',
    lead: 'What is it about? The content is saved as evidence, and you decide on the page of the case.',
    opening: 'Opening the case…',
    unavailable: 'The content no longer exists, or it concerns someone you know.',
  },
)
