import { defineTexts } from '../lib/texts.ts'

/** Texts of the store: apart from the others, which only the settings themselves load. */
export const settingsToastTexts = defineTexts(
  { ended: '{device} är utloggad.', passwordChanged: 'Lösenordet är bytt, och andra enheter är utloggade.' },
  {
    ended: '{device} has been logged out.',
    passwordChanged: 'Your password has been changed, and other devices are logged out.',
  },
)
