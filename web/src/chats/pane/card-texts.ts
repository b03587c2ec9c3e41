import { defineTexts } from '../../lib/text/texts.ts'

export const cardTexts = defineTexts(
  { about: 'Om {name}', profile: 'Visa profil' },
  { about: 'About {name}', profile: 'View profile' },
)
