import { defineTexts } from '../text/texts.ts'

export const errorTexts = defineTexts(
  {
    NETWORK: 'Det går inte att nå servern. Kontrollera anslutningen.',
    TIMEOUT: 'Servern svarade inte i tid.',
    BAD_ANSWER: 'Servern gav ett svar som inte går att läsa ({status}).',
    BAD_URL: 'Adressen till servern är fel.',
    UNEXPECTED: 'Ett oväntat fel uppstod på sidan.',
    RESTRICTED: 'Ett beslut begränsar ditt konto, så det här går inte just nu.',
    RESTRICTED_UNTIL: 'Ett beslut begränsar ditt konto till {date}, så det här går inte just nu.',
    SUSPENDED:
      'Ditt konto är avstängt. Vi har mejlat beslutet. Länken i mejlet visar varför, och där överklagar du utan att logga in.',
    SUSPENDED_UNTIL:
      'Ditt konto är avstängt till {date}. Vi har mejlat beslutet. Länken i mejlet visar varför, och där överklagar du utan att logga in.',
    INSECURE: 'Sökningen behöver en säker anslutning (https).',
  },
  {
    NETWORK: "The server can't be reached. Check your connection.",
    TIMEOUT: 'The server did not respond in time.',
    BAD_ANSWER: 'The server sent a response that could not be read ({status}).',
    BAD_URL: 'The server address is wrong.',
    UNEXPECTED: 'An unexpected error occurred on the page.',
    RESTRICTED: "A decision restricts your account, so you can't do this right now.",
    RESTRICTED_UNTIL: "A decision restricts your account until {date}, so you can't do this right now.",
    SUSPENDED:
      'Your account is suspended. We have emailed you the decision. The link in the email tells you why, and there you can appeal without logging in.',
    SUSPENDED_UNTIL:
      'Your account is suspended until {date}. We have emailed you the decision. The link in the email tells you why, and there you can appeal without logging in.',
    INSECURE: 'Search needs a secure connection (https).',
  },
)
