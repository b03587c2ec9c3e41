import type { Reaction } from '@app/contract/reactions'

/** A message of the demo and the text of the message that it quotes. Each text must occur only once in the demo. */
type DemoReply = { text: string; quotes: string }
type DemoReaction = { text: string; by: string; reaction: Reaction }
type DemoEdit = { text: string; before: string }

export const CHAT_TALK: { replies: DemoReply[]; reactions: DemoReaction[]; edits: DemoEdit[] } = {
  replies: [
    {
      text: 'Klä dig så du trivs, men ta med en varm tröja. Terrassen blir sval efter tio.',
      quotes: 'Då vågar jag nog. Vad brukar folk ha på sig?',
    },
    {
      text: 'Åtta det är. Vi bortser gärna.',
      quotes: 'Åtta, menar jag. Bortse från det första.',
    },
  ],
  reactions: [
    {
      text: 'Vi har några vänner hemma på terrassen på lördag. Soppa, filtar och musik på låg volym. Kommer du?',
      by: 'Mira',
      reaction: 'HEART',
    },
    { text: 'Då vågar jag nog. Vad brukar folk ha på sig?', by: 'Linn och Erik', reaction: 'LAUGH' },
    { text: 'Bra. Ta med skisserna!', by: 'Ebba och Noor', reaction: 'THUMB' },
  ],
  edits: [
    {
      text: 'Det gör ingen annan heller. Vi bjuder bara människor som är lite blyga, så blir alla lika bra på det.',
      before: 'Det gör ingen annan heller.',
    },
  ],
}

export const GROUP_TALK: { replies: DemoReply[]; reactions: DemoReaction[] } = {
  replies: [
    {
      text: 'Vi har ett. Det är fult men det är långt.',
      quotes: 'Då kör vi igång för säsongen. Vem har ett bord som går att dra ut?',
    },
    {
      text: 'Första gången för mig. Jag bakar något till kaffet.',
      quotes: 'Vi kan ta med ett extra långbord om det behövs. Bilen är stor.',
    },
  ],
  reactions: [
    { text: 'Vi har ett. Det är fult men det är långt.', by: 'Mira', reaction: 'LAUGH' },
    { text: 'Vi har ett. Det är fult men det är långt.', by: 'Siv och Tor', reaction: 'LAUGH' },
    { text: 'Kvällsljuset på väg hem sist. Tack alla för en fin kväll.', by: 'Linn och Erik', reaction: 'HEART' },
    { text: 'Kvällsljuset på väg hem sist. Tack alla för en fin kväll.', by: 'Tage', reaction: 'HEART' },
    { text: 'Kvällsljuset på väg hem sist. Tack alla för en fin kväll.', by: 'Mira', reaction: 'WOW' },
    { text: 'Första gången för mig. Jag bakar något till kaffet.', by: 'Vinterparet', reaction: 'HEART' },
  ],
}
