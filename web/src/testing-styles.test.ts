import { expect, test } from 'vitest'
import { computeStyle } from './testing-styles.ts'

const PROPERTIES = ['display', 'visibility', 'pointer-events', 'font-weight'] as const

const DOCUMENT = `
  <main><p>Hej <b>du</b> <em hidden>där</em></p><h1>Rubrik</h1><br><hr></main>
  <dialog><p>stängd</p></dialog><dialog open>öppen</dialog><div popover>lös</div>
  <details><summary><i>först</i></summary><summary>sedan</summary><p>text</p></details>
  <details open><p>text</p><summary>efter</summary></details><summary>ensam</summary>
  <form><input type="hidden"><input type="HIDDEN"><input><select><optgroup><option>a</select><textarea></textarea>
  <button type="button">b</button><fieldset><legend>l</legend></fieldset><output></output><meter></meter></form>
  <table hidden><caption>c</caption><colgroup><col></colgroup><thead><tr hidden><th>a<tr hidden style="color: red"><td>b
  <tr style="visibility: visible"><td>c</table><table><tbody hidden><tr><td style="visibility: inherit">d</table>
  <ul><li>a<ol><li>b</ol></ul><dl><dt>a<dd>b</dl><img alt=""><svg><title>t</title><path></path></svg><embed hidden>
  <div style="visibility: hidden">a<span>b</span><span style="visibility: visible">c<u>d</u></span></div>
  <div style="display: none">a<span>b</span></div><span style="display: block; pointer-events: none">a<i>b</i></span>
  <div hidden style="display: flex">a</div><div hidden="until-found">a</div><noscript style="display: block"></noscript>
  <template></template><script></script><slot></slot><ruby>a<rt>b</rt></ruby>`

test('computes the same styles as jsdom', () => {
  document.body.innerHTML = DOCUMENT
  for (const element of document.querySelectorAll('*')) {
    const expected = computeStyle(element)
    const actual = getComputedStyle(element)
    for (const property of PROPERTIES) {
      const values = [actual.getPropertyValue(property), property]
      expect([element.outerHTML, ...values]).toEqual([element.outerHTML, expected.getPropertyValue(property), property])
    }
    expect(actual.display).toBe(expected.display)
    expect(actual.pointerEvents).toBe(expected.pointerEvents)
  }
  document.body.innerHTML = ''
})

test('computes the styles that a style sheet sets', () => {
  document.body.innerHTML = '<style>p { display: none } b { visibility: hidden }</style><p>a</p><b>b</b>'
  expect(getComputedStyle(document.querySelector('p')!).display).toBe('none')
  expect(getComputedStyle(document.querySelector('b')!).visibility).toBe('hidden')
  document.body.innerHTML = ''
})
