import { defineTexts } from '../lib/text/texts.ts'

export const logOutTexts = defineTexts(
  {
    unsaved: 'Logga ut utan att spara?',
    unsent: 'Logga ut innan allt är skickat?',
    changes: 'Det du har ändrat i profilen försvinner.',
    messages:
      'Om du loggar ut försvinner {count, plural, one {ett meddelande som inte är skickat än} other {{words} meddelanden som inte är skickade än}}.',
    reports:
      'Om du loggar ut försvinner {count, plural, one {en anmälan som inte är skickad än} other {{words} anmälningar som inte är skickade än}}.',
    logOut: 'Logga ut',
    stay: 'Stanna kvar',
  },
  {
    unsaved: 'Log out without saving?',
    unsent: 'Log out before everything is sent?',
    changes: 'What you have changed in the profile will be lost.',
    messages:
      'If you log out, {count, plural, one {one message that has not been sent yet} other {{words} messages that have not been sent yet}} will be lost.',
    reports:
      'If you log out, {count, plural, one {one report that has not been sent yet} other {{words} reports that have not been sent yet}} will be lost.',
    logOut: 'Log out',
    stay: 'Stay',
  },
)
