import { defineTexts } from '../../lib/text/texts.ts'

export const deleteTexts = defineTexts(
  {
    title: 'Ta bort chatten med {name}?',
    text: 'Chatten och alla meddelanden försvinner. Det går inte att ångra.',
    textKept:
      'Chatten och alla meddelanden försvinner för gott, också om du häver blockeringen. Det går inte att ångra.',
    keep: 'Behåll',
    message: 'Det försvinner för er båda. Det går inte att ångra.',
  },
  {
    title: 'Delete the chat with {name}?',
    text: "The chat and all its messages will disappear. This can't be undone.",
    textKept: "The chat and all its messages will disappear for good, even if you unblock. This can't be undone.",
    keep: 'Keep',
    message: "It will disappear for both of you. This can't be undone.",
  },
)
