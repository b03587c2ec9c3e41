import { defineTexts } from '../lib/text/texts.ts'

export const conversationTexts = defineTexts(
  {
    list: {
      olderFailed: 'Äldre meddelanden kunde inte läsas in.',
      retry: 'Försök igen',
      unread: '{count, plural, one {# nytt meddelande} other {# nya meddelanden}}',
      toNew: 'Nya meddelanden',
      toNewCount: '{count, plural, one {# nytt} other {# nya}}',
      toLatest: 'Till det senaste',
      toLatestMessage: 'Till det senaste meddelandet',
      spoken: '{name}: {text}',
    },
    message: {
      me: 'Du',
      label: '{name}, {time}',
      sending: 'Skickar…',
      waiting: 'Skickas när du är online',
      deleted: 'Meddelandet är borttaget',
      edited: 'redigerat',
      removedByTeam: 'Meddelandet är borttaget av Teamet.',
      readDecision: 'Läs beslutet',
    },
    days: { today: 'I dag', yesterday: 'I går' },
    composer: {
      send: 'Skicka',
      tooShort: 'Skriv minst två tecken.',
      counter: '{length, number} av {max, number} tecken',
    },
  },
  {
    list: {
      olderFailed: 'Older messages could not be loaded.',
      retry: 'Try again',
      unread: '{count, plural, one {# new message} other {# new messages}}',
      toNew: 'New messages',
      toNewCount: '{count, number} new',
      toLatest: 'To the latest',
      toLatestMessage: 'Go to latest message',
      spoken: '{name}: {text}',
    },
    message: {
      me: 'You',
      label: '{name}, {time}',
      sending: 'Sending…',
      waiting: 'Will be sent when you are online',
      deleted: 'Message deleted',
      edited: 'edited',
      removedByTeam: 'The team removed this message.',
      readDecision: 'Read decision',
    },
    days: { today: 'Today', yesterday: 'Yesterday' },
    composer: {
      send: 'Send',
      tooShort: 'Write at least two characters.',
      counter: '{length, number} of {max, number} characters',
    },
  },
)
