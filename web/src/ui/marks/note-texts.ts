import { defineTexts } from '../../lib/text/texts.ts'

export const noteTexts = defineTexts(
  {
    hasNotes: 'Du har en anteckning',
  },
  {
    hasNotes: 'You have a note',
  },
)
