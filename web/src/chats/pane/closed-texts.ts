import { defineTexts } from '../../lib/text/texts.ts'

/** Texts that replace the message field when the member cannot write. */
export const closedTexts = defineTexts(
  {
    ended: 'Chatten är avslutad. Du kan läsa den, men inte skriva i den.',
    ignoredByMe: 'Du ignorerar {name}.',
    ignored: 'Ni kan inte skriva till varandra.',
    blocked: 'Du har blockerat {name}.',
    unblock: 'Häv',
  },
  {
    ended: 'The chat has ended. You can read it, but not write in it.',
    ignoredByMe: 'You are ignoring {name}.',
    ignored: 'You are ignored',
    blocked: 'You have blocked {name}.',
    unblock: 'Unblock',
  },
)
