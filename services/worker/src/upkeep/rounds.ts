/** Works round after round by a plain timer, which no server can forget; `pause` says how long after each. */
export function startRounds(work: () => Promise<void>, pause: () => number): { close: () => Promise<void> } {
  let closing = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void>
  function round(): void {
    running = work().finally(() => {
      if (!closing) timer = setTimeout(round, pause())
    })
  }
  round()
  return {
    async close() {
      closing = true
      clearTimeout(timer)
      await running
    },
  }
}
