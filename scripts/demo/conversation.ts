/**
 * A conversation between two members. `opening` is the invite and the messages right after it, `talk` the number of
 * pieces of small talk that follow, and `ending` comes last. In `opening` and `ending`, `>` marks the creator of the
 * invite. The recipient of the last message has read everything, unless `unread` is set.
 */
export type DemoConversation = {
  creator: string
  invited: string
  opening: string
  talk?: number
  ending?: string
  unread?: true
  /** The text of a message that its sender deleted. */
  deletedMessage?: string
  left?: 'creator' | 'invited'
  ignored?: 'creator' | 'invited'
  /** The minutes since the invited member blocked the creator. */
  blockAge?: number
}

/** The user name of the demo's first admin, whom members see as the team. */
export const TEAM = 'Vera i receptionen'

/** Returns the line with which the team welcomes a member, sent this long ago. */
export const createWelcome = (age: string): string =>
  `> ${age} Välkommen! Säg till om du undrar över något. Tre saker som är bra att veta:¶¶- Man kan alltid tacka nej, utan att förklara sig¶- Den du ignorerar får inte veta varför¶- Vi som svarar här heter *Teamet*, allihop`
