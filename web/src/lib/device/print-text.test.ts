import { expect, onTestFinished, test, vi } from 'vitest'
import { printText } from './print-text.ts'

test('removes its frame if the browser gives it no document', () => {
  const getter = vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockReturnValue(null)
  onTestFinished(() => getter.mockRestore())
  printText('1234-5678')
  expect(document.querySelectorAll('iframe')).toHaveLength(0)
})
