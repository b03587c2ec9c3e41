/**
 * Who talks to whom. `opening` is the invite and what followed at once, then come so many pieces of small talk, then
 * `ending`. In both scripts `>` is the one who invited. Who did not write last has read to the end, unless `unread`.
 */
export type DemoConversation = {
  creator: string
  invited: string
  opening: string
  talk?: number
  ending?: string
  unread?: true
  /** A message of these words is taken back by who wrote it. */
  deletedMessage?: string
  left?: 'creator' | 'invited'
  ignored?: 'creator' | 'invited'
}

/** Whoever runs the community; members meet her as the team. */
export const TEAM = 'Vera i receptionen'

export const welcome = (age: string): string =>
  `> ${age} Välkommen! Säg till om du undrar över något. Tre saker som är bra att veta:¶¶- Man kan alltid tacka nej, utan att förklara sig¶- Den du ignorerar får inte veta varför¶- Vi som svarar här heter *Teamet*, allihop`
