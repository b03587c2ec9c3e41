import { createContext } from 'react'

/** Where in the shell's header a page puts its title and its own actions. Null outside of the shell. */
export type PageSlots = { title: HTMLElement | null; actions: HTMLElement | null }

export const PageSlotsContext = createContext<PageSlots>({ title: null, actions: null })
