/** A part of a card's text: a filled-in name, or the text between names. `offset` is its position in the template. */
export type TextPart = { text: string; isName: boolean; offset: number }

type Names = { actor: string; partner: string | undefined }

/** Splits a card's text and fills in the names. A name is never interpreted as a placeholder itself. */
export function splitCardText(text: string, { actor, partner }: Names): TextPart[] {
  let offset = 0
  return text.split(/(\{actor\}|\{partner\})/).flatMap((part) => {
    const isName = part === '{actor}' || part === '{partner}'
    const start = offset
    offset += part.length
    if (part === '') return []
    return [{ text: part === '{actor}' ? actor : isName ? (partner ?? '') : part, isName, offset: start }]
  })
}
