import { defineTexts } from '../lib/text/texts.ts'

export const exitTexts = defineTexts(
  {
    notFound: 'Sidan finns inte.',
    notFoundText: 'Adressen kan vara fel, eller så har sidan flyttat.',
    toChats: 'Till chattarna',
    toLogin: 'Till inloggningen',
  },
  {
    notFound: 'Page not found.',
    notFoundText: 'The address may be wrong, or the page has moved.',
    toChats: 'Go to chats',
    toLogin: 'Go to login',
  },
)
