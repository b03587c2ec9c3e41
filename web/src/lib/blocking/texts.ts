import { defineTexts } from '../text/texts.ts'

/** The menu action that blocks a member, and the name of a member's menu in a list. */
export const blockingTexts = defineTexts(
  { block: 'Blockera {name}', moreFor: 'Fler val för {name}' },
  { block: 'Block {name}', moreFor: 'More options for {name}' },
)
