/** Repeats work with a local timer, independent of any server. Each run resolves to the delay until the next one. */
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
