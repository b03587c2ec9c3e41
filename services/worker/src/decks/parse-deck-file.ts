import { AppError, type ErrorDetails } from '@app/server/errors'
import type { Card } from './parse-card.ts'
import { parseDeck } from './parse-deck.ts'
import { parseSpreadsheet } from './spreadsheet.ts'

/** The cards of a deck, or the reason for its rejection. */
export type DeckResult = { cards: Card[] } | { rejection: ErrorDetails }

/** The rejection of a file on which the parsers fail or crash. */
export const UNREADABLE: ErrorDetails = { code: 'VALIDATION', fields: [{ path: 'file', problem: 'deck.unreadable' }] }

const createRejection = (error: unknown): ErrorDetails =>
  error instanceof AppError ? { code: error.code, fields: error.fields ?? [] } : UNREADABLE

/** Parses a deck from a file of any kind. Never throws. */
export async function parseDeckFile(bytes: Buffer): Promise<DeckResult> {
  try {
    return { cards: parseDeck(await parseSpreadsheet(bytes)) }
  } catch (error) {
    return { rejection: createRejection(error) }
  }
}
