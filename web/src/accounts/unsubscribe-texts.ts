import { defineTexts } from '../lib/text/texts.ts'

export const unsubscribeTexts = defineTexts(
  {
    title: 'Färre mejl',
    CHATS: {
      question: 'Vill du sluta få mejl om olästa meddelanden och inbjudningar?',
      ended: 'Du får inga fler mejl om olästa meddelanden eller inbjudningar.',
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
      question: 'Vill du sluta få mejl om meddelanden, inbjudningar, event och nyheter?',
      ended: 'Du får inga fler mejl om meddelanden, inbjudningar, event eller nyheter.',
    },
    end: 'Ja, sluta skicka',
    settings: 'Till inställningarna',
  },
  {
    title: 'Fewer emails',
    CHATS: {
      question: 'Stop emails about unread messages and invites?',
      ended: "You won't get any more emails about unread messages or invites.",
    },
    EVENTS: {
      question: 'Stop emails about events?',
      ended: "You won't get any more emails about events.",
    },
    NEWS: {
      question: 'Stop emails about news?',
      ended: "You won't get any more emails about news.",
    },
    ALL: {
      question: 'Stop emails about messages, invites, events and news?',
      ended: "You won't get any more emails about messages, invites, events or news.",
    },
    end: 'Stop these emails',
    settings: 'Go to settings',
  },
)
