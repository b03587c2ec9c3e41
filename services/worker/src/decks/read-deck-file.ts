import { AppError, type ErrorDetails } from '@app/server/errors'
import type { Card } from './cards.ts'
import { parseDeck } from './deck.ts'
import { readSpreadsheet } from './spreadsheet.ts'

/** The cards of a deck, or the reason of its refusal. */
export type DeckResult = { cards: Card[] } | { refusal: ErrorDetails }

/** The refusal of a file on which the parsers fail. */
export const UNREADABLE: ErrorDetails = { code: 'VALIDATION', fields: [{ path: 'file', problem: 'deck.unreadable' }] }

const createRefusal = (error: unknown): ErrorDetails =>
  error instanceof AppError ? { code: error.code, fields: error.fields ?? [] } : UNREADABLE

export async function readDeckFile(bytes: Buffer): Promise<DeckResult> {
  try {
    return { cards: parseDeck(await readSpreadsheet(bytes)) }
  } catch (error) {
    return { refusal: createRefusal(error) }
  }
}
