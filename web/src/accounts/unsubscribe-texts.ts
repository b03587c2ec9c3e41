import { defineTexts } from '../lib/texts.ts'

export const unsubscribeTexts = defineTexts(
  {
    title: 'Färre mejl',
    CHATS: {
      question: 'Vill du sluta få mejl om olästa meddelanden och inbjudningar?',
      ended: 'Du får inga fler mejl om olästa meddelanden och inbjudningar.',
    },
    EVENTS: {
      question: 'Vill du sluta få mejl om event?',
      ended: 'Du får inga fler mejl om event.',
    },
    NEWS: {
      question: 'Vill du sluta få mejl om nyheter?',
      ended: 'Du får inga fler mejl om nyheter.',
    },
    ALL: {
      question: 'Vill du sluta få alla mejl om meddelanden, event och nyheter?',
      ended: 'Du får inga fler mejl om meddelanden, event och nyheter.',
    },
    end: 'Sluta få mejlen',
    settings: 'Till inställningarna',
  },
  {
    title: 'Fewer emails',
    CHATS: {
      question: 'Do you want no more emails about unread messages and invites?',
      ended: 'You get no more emails about unread messages and invites.',
    },
    EVENTS: {
      question: 'Do you want no more emails about events?',
      ended: 'You get no more emails about events.',
    },
    NEWS: {
      question: 'Do you want no more emails about news?',
      ended: 'You get no more emails about news.',
    },
    ALL: {
      question: 'Do you want no more emails about messages, events and news?',
      ended: 'You get no more emails about messages, events and news.',
    },
    end: 'No more of these emails',
    settings: 'To the settings',
  },
)
