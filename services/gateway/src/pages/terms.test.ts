import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REASONS } from '@app/contract/safety/reason-texts'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PAGES_DIR } from '../paths.ts'

const readTerms = (suffix: string) => readFileSync(join(DEFAULT_PAGES_DIR, `terms.${suffix}.md`), 'utf8')

/** Lists the numbers of the sections, such as 3.1. */
const listSections = (text: string) => [...text.matchAll(/^\*\*(\d+\.\d+)\*\* \S/gm)].map(([, number]) => number)

const swedish = readTerms('sv')
const english = readTerms('en')

describe('the terms', () => {
  test.each(Object.entries(REASONS).filter(([code]) => code.startsWith('TERMS_')))(
    'contain the section that a decision with the reason %s refers to, in both languages',
    { tags: 'app.terms-sections' },
    (_, { reference }) => {
      expect(reference.sv).toMatch(/^Villkoren \d+\.\d+$/)
      expect(listSections(swedish)).toContain(reference.sv.replace('Villkoren ', ''))
      expect(listSections(english)).toContain(reference.en.replace('Terms ', ''))
    },
  )

  test('number their sections in sequence, with the same numbers in both languages', () => {
    const sections = listSections(swedish)
    expect(new Set(sections).size).toBe(sections.length)
    expect(listSections(english)).toEqual(sections)
    for (const chapter of new Set(sections.map((section) => Number.parseInt(section ?? '', 10)))) {
      const ofChapter = sections.filter((section) => section?.startsWith(`${chapter}.`))
      expect(ofChapter).toEqual(ofChapter.map((_, index) => `${chapter}.${index + 1}`))
      for (const text of [swedish, english]) expect(text).toMatch(new RegExp(`^## ${chapter}\\. \\S`, 'm'))
    }
  })
})
