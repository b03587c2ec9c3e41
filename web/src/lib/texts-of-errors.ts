import { defineTexts } from './texts.ts'

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
    NETWORK: 'The server cannot be reached. Check your connection.',
    TIMEOUT: 'The server did not answer in time.',
    BAD_ANSWER: 'The server gave an answer that cannot be read ({status}).',
    BAD_URL: 'The address of the server is wrong.',
    UNEXPECTED: 'An unexpected error occurred on the page.',
    INSECURE: 'The search needs a secure connection (https).',
  },
)
