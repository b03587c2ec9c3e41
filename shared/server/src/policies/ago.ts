/** Returns the time that was this many milliseconds ago. */
export const ago = (now: Date, periodMs: number): Date => new Date(now.getTime() - periodMs)
