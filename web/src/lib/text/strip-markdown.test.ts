import { expect, test } from 'vitest'
import { stripMarkdown, toListPreview } from './strip-markdown.ts'

test.each([
  ['Ta med en **varm tröja**, *snälla*', 'Ta med en varm tröja, snälla'],
  ['***Viktigt*** och *a **b** c*', 'Viktigt och a b c'],
  ['_lutande_ men inte snake_case_namn', 'lutande men inte snake_case_namn'],
  ['`npm *start*` och ``a`b``', 'npm *start* och a`b'],
  ['[Kartan](https://exempel.se/a) och <https://exempel.se>', 'Kartan och https://exempel.se'],
  ['[*lutande* länk](https://exempel.se)', 'lutande länk'],
  ['# Rubrik\n\n> citat\n> - punkt', 'Rubrik\n\ncitat\npunkt'],
  ['- ett\n- två\n1. tre', 'ett\ntvå\n1. tre'],
  ['```js\nrad\n```', 'rad'],
  ['över\n\n---\n\nunder', 'över\n\n\n\nunder'],
  ['\\*inte lutande\\*', '*inte lutande*'],
])('%j becomes %j', (markdown, text) => {
  expect(stripMarkdown(markdown)).toBe(text)
})

test.each(['2 * 3 * 4', '*suckar', '#1 i kön', 'kl 10-12', 'a_b_c', '[sic]', '-5 grader', 'https://exempel.se/a_b_c'])(
  '%j stays unchanged',
  (text) => {
    expect(stripMarkdown(text)).toBe(text)
  },
)

test('an opening marker whose closing marker was cut off is removed', () => {
  expect(stripMarkdown('Klä dig så du trivs, men ta med en **varm trö', true)).toBe(
    'Klä dig så du trivs, men ta med en varm trö',
  )
  expect(stripMarkdown('Titta på [kartan](https://exempel.se/en/lång/adre', true)).toBe('Titta på kartan')
  expect(stripMarkdown('Titta på [kart', true)).toBe('Titta på kart')
})

test('a list preview has no markers, even in truncated text, unless the text consists only of markers', () => {
  expect(toListPreview('**Fet start** på ett meddelande som är *långt nog för en rad*', 50)).toBe(
    'Fet start på ett meddelande som är långt nog för e…',
  )
  expect(toListPreview('---', 50)).toBe('---')
})

test('a list preview ends with an ellipsis if the text may go on', () => {
  expect(toListPreview('Vi ses på torsdag', 50)).toBe('Vi ses på torsdag')
  expect(toListPreview('Vi ses på tors', 14)).toBe('Vi ses på tors…')
  expect(toListPreview('Vi ses på torsdag', 10)).toBe('Vi ses på…')
  expect(toListPreview('Vi ses då.', 10)).toBe('Vi ses då.')
})
