import { defineTexts } from '../../lib/text/texts.ts'

export const groupSendingTexts = defineTexts(
  { notSent: 'Det du skrev skickades inte. Gruppen eller meddelandet finns inte längre.' },
  { notSent: 'Not sent. The group or message you wrote to no longer exists.' },
)
