/** Opens the browser's print dialog with a text, without the page around it. */
export function printText(text: string): void {
  const frame = document.createElement('iframe')
  frame.ariaHidden = 'true'
  // Firefox prints nothing of a frame that is not displayed.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) {
    frame.remove()
    return
  }
  const content = contentDocument.createElement('pre')
  content.textContent = text
  contentDocument.body.append(content)
  contentWindow.addEventListener('afterprint', () => frame.remove())
  contentWindow.print()
}
