/** One line of a scripted conversation; `age` is in minutes before the present. */
export type Line = { speaker: 'creator' | 'invited'; text: string; age?: number }

const MINUTES = { m: 1, h: 60, d: 24 * 60 }

const LINE = /^([<>])\s+(?:(\d+)([mhd])\s)?\s*(.+)$/

/**
 * Parses lines such as `> 3d Hej!`: `>` for the creator of the chat, `<` for the invited member, an optional age, and
 * the text, in which `¶` stands for a line break.
 */
export const parseLines = (script: string): Line[] =>
  script
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, mark, amount, unit, text] = LINE.exec(line.trim()) ?? []
      if (!mark || !text) throw new Error(`Not a line of a conversation: ${line}`)
      return {
        speaker: mark === '>' ? 'creator' : 'invited',
        text: text.replaceAll('¶', '\n'),
        ...(unit ? { age: Number(amount) * MINUTES[unit as keyof typeof MINUTES] } : {}),
      }
    })
