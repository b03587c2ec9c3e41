import { listPageFiles, readPageFile } from './read-page.ts'

/**
 * Text that the operator has to replace: a placeholder such as `[[FILL IN: address]]`, or the words with which the drafts
 * of earlier releases begin.
 */
const PLACEHOLDER = /\[\[.*?(?:\]\]|$)|^> \*\*(?:Platshållare|Placeholder)\.\*\*/g

const listProblems = (file: string, text: string | null): string[] => {
  if (text === null) return [`${file} is missing`]
  return text
    .split(/\r?\n/)
    .flatMap((line, index) => [...line.matchAll(PLACEHOLDER)].map(([words]) => `${file}, line ${index + 1}: ${words}`))
}

/** Throws one error that lists every placeholder in the pages of a folder, and every page that is missing. */
export async function requireFinishedPages(folder: string): Promise<void> {
  const files = listPageFiles(folder)
  const problems = await Promise.all(files.map(async (file) => listProblems(file, await readPageFile(file))))
  const list = problems.flat().map((problem) => `- ${problem}`)
  if (list.length > 0)
    throw new Error(
      `The terms and the about page are not finished ("Terms and about page" in docs/operating.md).\n${list.join('\n')}`,
    )
}
