import { create } from 'zustand'

/**
 * The last rejection by a restriction of the account, for the link to the decision; `count` distinguishes rejections.
 */
export const useRestriction = create<{ message: string; count: number }>(() => ({ message: '', count: 0 }))
