import { defineTexts } from '../lib/texts.ts'

/** What the store says: apart from the others, which only the settings themselves load. */
export const settingsToastTexts = defineTexts(
  { ended: '{device} är utloggad.', visitorsCleared: 'Listan över besökare är tom.' },
  { ended: '{device} is logged out.', visitorsCleared: 'The list of visitors is empty.' },
)
