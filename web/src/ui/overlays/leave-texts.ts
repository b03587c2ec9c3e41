import { defineTexts } from '../../lib/text/texts.ts'

export const leaveTexts = defineTexts(
  { leave: 'Lämna', stay: 'Fortsätt skriva' },
  { leave: 'Leave', stay: 'Keep writing' },
)
