import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@app/contract/text/language'
import { AppError } from '@app/server/errors'

const SUFFIXES: Record<Language, string> = { SWEDISH: 'sv', ENGLISH: 'en' }

/**
 * Reads one of the operator's pages from disk for each request, because the file may be replaced while the gateway runs.
 * Throws NOT_FOUND if the operator has provided no such page.
 */
export async function readPage(folder: string, page: 'terms' | 'about', language: Language): Promise<string> {
  try {
    return await readFile(join(folder, `${page}.${SUFFIXES[language]}.md`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new AppError('NOT_FOUND')
    throw error
  }
}
