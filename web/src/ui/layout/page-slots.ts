import { createContext } from 'react'

/** The elements of the shell's header for a page's title and actions; null outside of the shell. */
export type PageSlots = { title: HTMLElement | null; actions: HTMLElement | null }

export const PageSlotsContext = createContext<PageSlots>({ title: null, actions: null })
