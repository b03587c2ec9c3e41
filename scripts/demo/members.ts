import { COUPLES } from './data/couples.ts'
import { SINGLES } from './data/singles.ts'
import type { DemoMember } from './member.ts'

export const DEMO_MEMBERS: DemoMember[] = [...SINGLES, ...COUPLES]

const LETTERS: Record<string, string> = { å: 'a', ä: 'a', ö: 'o' }

export const demoEmail = (userName: string): string =>
  `${userName
    .toLowerCase()
    .replace(/[åäö]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]/g, '')}@exempel.se`
