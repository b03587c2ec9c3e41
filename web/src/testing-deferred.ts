/** Creates a promise that a test resolves when it calls `resolve`, for example to delay a response. */
export function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
