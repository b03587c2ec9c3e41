import { CardAudience, CardType, Spiciness, type TruthOrDareCard } from '@app/contract/games'
import { CARD_TEXT_MAX } from '@app/contract/limits'
import { isStorable, isVisible, normalizeText } from '@app/contract/text/normalize'
import type { Problem } from '@app/contract/text/problems'

export type Card = Omit<TruthOrDareCard, 'id'>

/** The columns of a deck, named as in its header. */
export const COLUMNS = ['type', 'text', 'audience', 'spiciness'] as const
export type Column = (typeof COLUMNS)[number]

/** An invalid cell of a row. */
export type Fault = { column: Column; problem: Problem }

/** A part of a text that the game replaces with the name of a participant. */
const PLACEHOLDER = /\{(?:actor|partner)\}/g

/** Returns the problem of a card's text; null if the text is valid. */
function validateText(text: string): Problem | null {
  if (!isStorable(text) || !isVisible(text) || text.length > CARD_TEXT_MAX) return 'card.text'
  return /[{}]/.test(text.replace(PLACEHOLDER, '')) ? 'card.placeholder' : null
}

const normalize = (cell: string): string => cell.trim().toUpperCase()

/** Parses the distinct words of a cell, separated by whitespace, commas or semicolons. */
const parseList = (cell: string): string[] =>
  [...new Set(normalize(cell).split(/[\s,;]+/))].filter((word) => word !== '')

const isAudience = (word: string): word is CardAudience => CardAudience.safeParse(word).success

/** Parses a row into a card, or returns all its faults. Spiciness is required for a dare and optional for a truth. */
export function parseCard(cells: Record<Column, string>): { card: Card } | { faults: Fault[] } {
  const type = CardType.safeParse(normalize(cells.type))
  const spiciness = Spiciness.safeParse(normalize(cells.spiciness))
  const audiences = parseList(cells.audience)
  const text = normalizeText(cells.text)
  const isSpicinessOptional = normalize(cells.spiciness) === '' && type.data === 'TRUTH'
  const problems: Record<Column, Problem | null> = {
    type: type.success ? null : 'card.type',
    text: validateText(text),
    audience: audiences.length > 0 && audiences.every(isAudience) ? null : 'card.audience',
    spiciness: spiciness.success || isSpicinessOptional ? null : 'card.spiciness',
  }
  const faults = COLUMNS.flatMap((column) => (problems[column] ? [{ column, problem: problems[column] }] : []))
  if (faults.length > 0 || !type.success) return { faults }
  const card = { cardType: type.data, text, audiences: audiences.filter(isAudience), spiciness: spiciness.data ?? null }
  return { card }
}
