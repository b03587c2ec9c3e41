import { defineTexts } from '../lib/texts.ts'

export const groupSendingTexts = defineTexts(
  { notSent: 'Det du skrev skickades inte: det du skrev till finns inte längre.' },
  { notSent: 'What you wrote was not sent: what it was written to does not exist any more.' },
)
