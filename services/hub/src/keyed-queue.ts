/** Returns a queue that runs tasks with the same key sequentially, in the order in which they were added. */
export function createKeyedQueue(onError: (error: unknown) => void): (key: string, work: () => Promise<void>) => void {
  const tails = new Map<string, Promise<void>>()
  return (key, work) => {
    const task = (tails.get(key) ?? Promise.resolve())
      .then(work)
      .catch(onError)
      .then(() => {
        if (tails.get(key) === task) tails.delete(key)
      })
    tails.set(key, task)
  }
}
