import { AppError, type Refusal } from '@app/server/errors'
import type { Card } from './cards.ts'
import { deckIn } from './deck.ts'
import { readSpreadsheet } from './spreadsheet.ts'

/** The cards of a deck, or why it is refused. */
export type Reading = { cards: Card[] } | { refusal: Refusal }

/** What its readers stumble over is no spreadsheet that can be read. */
export const UNREADABLE: Refusal = { code: 'VALIDATION', fields: [{ path: 'file', problem: 'deck.unreadable' }] }

const refusalOf = (error: unknown): Refusal =>
  error instanceof AppError ? { code: error.code, fields: error.fields ?? [] } : UNREADABLE

export async function readFile(bytes: Buffer): Promise<Reading> {
  try {
    return { cards: deckIn(await readSpreadsheet(bytes)) }
  } catch (error) {
    return { refusal: refusalOf(error) }
  }
}
