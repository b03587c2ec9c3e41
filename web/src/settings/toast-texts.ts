import { defineTexts } from '../lib/text/texts.ts'

/**
 * Toast texts of the store, in a file of their own because the shell uses the store without the other settings texts.
 */
export const settingsToastTexts = defineTexts(
  { ended: '{device} är utloggad.', passwordChanged: 'Lösenordet är bytt, och andra enheter är utloggade.' },
  {
    ended: '{device} has been logged out.',
    passwordChanged: 'Your password has been changed, and other devices are logged out.',
  },
)
