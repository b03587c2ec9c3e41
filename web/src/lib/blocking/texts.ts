import { defineTexts } from '../text/texts.ts'

/** The menu rows about a member in a list that has no other menu. */
export const blockingTexts = defineTexts(
  { block: 'Blockera {name}', moreFor: 'Fler val för {name}' },
  { block: 'Block {name}', moreFor: 'More options for {name}' },
)
