/** Runs work of the same key one after the other: what was asked first is done first, whatever it waits for. */
export function createTurns(onError: (error: unknown) => void): (key: string, work: () => Promise<void>) => void {
  const last = new Map<string, Promise<void>>()
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve())
      .then(work)
      .catch(onError)
      .then(() => {
        if (last.get(key) === turn) last.delete(key)
      })
    last.set(key, turn)
  }
}
