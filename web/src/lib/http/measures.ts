import { create } from 'zustand'

/** The last rejection by a restriction of the account, for the link to the decision; `count` tells them apart. */
export const useRestriction = create<{ message: string; count: number }>(() => ({ message: '', count: 0 }))
