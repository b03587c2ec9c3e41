import { defineTexts } from '../../lib/text/texts.ts'

export const viewerTexts = defineTexts(
  {
    photoPosition: '{position, number} av {count, number}',
    previousPhoto: 'Förra fotot',
    nextPhoto: 'Nästa foto',
  },
  {
    photoPosition: '{position, number} of {count, number}',
    previousPhoto: 'Previous photo',
    nextPhoto: 'Next photo',
  },
)
