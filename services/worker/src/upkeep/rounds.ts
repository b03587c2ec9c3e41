/** Works round after round by a plain timer, which no server can forget. Each round answers after how long the next one is due. */
export function startRounds(work: () => Promise<number>, first = 0): { close: () => Promise<void> } {
  let closing = false
  let running: Promise<void> | undefined
  let timer = setTimeout(round, first)
  function round(): void {
    running = work().then((pause) => {
      if (!closing) timer = setTimeout(round, pause)
    })
  }
  return {
    async close() {
      closing = true
      clearTimeout(timer)
      await running
    },
  }
}
