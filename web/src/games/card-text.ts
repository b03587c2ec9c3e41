export type TextPart = { text: string; isName: boolean; at: number }

type Names = { actor: string; partner: string | undefined }

/** Splits a card's text and fills in the names. A name is never interpreted as a placeholder itself. */
export function partsOf(text: string, { actor, partner }: Names): TextPart[] {
  let at = 0
  return text.split(/(\{actor\}|\{partner\})/).flatMap((part) => {
    const isName = part === '{actor}' || part === '{partner}'
    const start = at
    at += part.length
    if (part === '') return []
    return [{ text: part === '{actor}' ? actor : isName ? (partner ?? '') : part, isName, at: start }]
  })
}
