import { defineTexts } from './texts.ts'

export const errorTexts = defineTexts(
  {
    NETWORK: 'Det går inte att nå servern. Kontrollera anslutningen.',
    TIMEOUT: 'Servern svarade inte i tid.',
    BAD_ANSWER: 'Servern gav ett svar som inte går att läsa ({status}).',
    INSECURE: 'Sökningen behöver en säker anslutning (https).',
  },
  {
    NETWORK: 'The server cannot be reached. Check your connection.',
    TIMEOUT: 'The server did not answer in time.',
    BAD_ANSWER: 'The server gave an answer that cannot be read ({status}).',
    INSECURE: 'The search needs a secure connection (https).',
  },
)
