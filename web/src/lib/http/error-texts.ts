import { defineTexts } from '../text/texts.ts'

export const errorTexts = defineTexts(
  {
    NETWORK: 'Det går inte att nå servern. Kontrollera anslutningen.',
    TIMEOUT: 'Servern svarade inte i tid.',
    BAD_ANSWER: 'Servern gav ett svar som inte går att läsa ({status}).',
    BAD_URL: 'Adressen till servern är fel.',
    UNEXPECTED: 'Ett oväntat fel uppstod på sidan.',
    INSECURE: 'Sökningen behöver en säker anslutning (https).',
  },
  {
    NETWORK: "The server can't be reached. Check your connection.",
    TIMEOUT: 'The server did not respond in time.',
    BAD_ANSWER: 'The server sent a response that could not be read ({status}).',
    BAD_URL: 'The server address is wrong.',
    UNEXPECTED: 'An unexpected error occurred on the page.',
    INSECURE: 'Search needs a secure connection (https).',
  },
)
