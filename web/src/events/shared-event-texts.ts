import { defineTexts } from '../lib/text/texts.ts'

export const sharedEventTexts = defineTexts(
  { title: 'Ni ses här', bothComing: 'Ni kommer båda' },
  { title: 'You will meet here', bothComing: 'You are both coming' },
)
