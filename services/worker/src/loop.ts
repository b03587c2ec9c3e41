/**
 * Repeats work with a local timer, without Redis. Each run resolves to the delay until the next one in milliseconds,
 * and must not reject.
 */
export function startLoop(work: () => Promise<number>, initialDelayMs = 0): { close: () => Promise<void> } {
  let isClosing = false
  let currentRun: Promise<void> | undefined
  let timer = setTimeout(runOnce, initialDelayMs)
  function runOnce(): void {
    currentRun = work().then((delayMs) => {
      if (!isClosing) timer = setTimeout(runOnce, delayMs)
    })
  }
  return {
    async close() {
      isClosing = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
