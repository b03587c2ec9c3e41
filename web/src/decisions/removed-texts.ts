import { defineTexts } from '../lib/text/texts.ts'

export const removedTexts = defineTexts(
  {
    title: 'Borttaget av Teamet',
    meta: '{about} Beslut {date}.',
    read: 'Läs beslutet',
    readNamed: 'Läs beslutet nr {number}',
  },
  {
    title: 'Removed by the team',
    meta: '{about} Decision of {date}.',
    read: 'Read decision',
    readNamed: 'Read decision no. {number}',
  },
)
