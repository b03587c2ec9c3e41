import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '@app/contract/text/language'
import { AppError } from '@app/server/errors'

const SUFFIXES: Record<Language, string> = { SWEDISH: 'sv', ENGLISH: 'en' }

export const PAGE_NAMES = ['terms', 'about'] as const
export type PageName = (typeof PAGE_NAMES)[number]

/** Lists the files of the operator's pages: each page in every language. */
export const listPageFiles = (folder: string): string[] =>
  PAGE_NAMES.flatMap((page) => Object.values(SUFFIXES).map((suffix) => join(folder, `${page}.${suffix}.md`)))

/** Reads a file of the operator's pages; returns null if there is none. */
export async function readPageFile(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Reads one of the operator's pages from disk for each request, because the file may be replaced while the gateway runs.
 * Throws NOT_FOUND if the operator has provided no such page.
 */
export async function readPage(folder: string, page: PageName, language: Language): Promise<string> {
  const text = await readPageFile(join(folder, `${page}.${SUFFIXES[language]}.md`))
  if (text === null) throw new AppError('NOT_FOUND')
  return text
}
