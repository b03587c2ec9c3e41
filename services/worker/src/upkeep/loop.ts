/** Works round after round by a plain timer, which no server can forget. Each round answers after how long the next one is due. */
export function startLoop(work: () => Promise<number>, initialDelayMs = 0): { close: () => Promise<void> } {
  let isClosing = false
  let running: Promise<void> | undefined
  let timer = setTimeout(runOnce, initialDelayMs)
  function runOnce(): void {
    running = work().then((delayMs) => {
      if (!isClosing) timer = setTimeout(runOnce, delayMs)
    })
  }
  return {
    async close() {
      isClosing = true
      clearTimeout(timer)
      await running
    },
  }
}
