/** One line of a written conversation; `age` in minutes, when the line says how long ago it was sent. */
export type Line = { speaker: 'creator' | 'invited'; text: string; age?: number }

const MINUTES = { m: 1, h: 60, d: 24 * 60 }

const LINE = /^([<>])\s+(?:(\d+)([mhd])\s)?\s*(.+)$/

/** Reads lines such as `> 3d Hej!`: `>` who began the chat, `<` the other, an age where it matters, and the words. */
export const lines = (script: string): Line[] =>
  script
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, mark, amount, unit, text] = LINE.exec(line.trim()) ?? []
      if (!mark || !text) throw new Error(`This is no line of a conversation: ${line}`)
      return {
        speaker: mark === '>' ? 'creator' : 'invited',
        text: text.replaceAll('¶', '\n'),
        ...(unit ? { age: Number(amount) * MINUTES[unit as keyof typeof MINUTES] } : {}),
      }
    })
