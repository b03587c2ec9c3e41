import { defineTexts } from '../lib/texts.ts'

export const logOutTexts = defineTexts(
  {
    unsaved: 'Logga ut utan att spara?',
    unsent: 'Logga ut innan allt är skickat?',
    changes: 'Det du har ändrat i profilen försvinner.',
    messages:
      '{count, plural, one {# meddelande är inte skickat än och försvinner} other {# meddelanden är inte skickade än och försvinner}} om du loggar ut.',
    logOut: 'Logga ut',
    stay: 'Stanna kvar',
  },
  {
    unsaved: 'Log out without saving?',
    unsent: 'Log out before everything is sent?',
    changes: 'What you have changed in the profile is lost.',
    messages:
      '{count, plural, one {# message has not been sent yet and is lost} other {# messages have not been sent yet and are lost}} if you log out.',
    logOut: 'Log out',
    stay: 'Stay',
  },
)
