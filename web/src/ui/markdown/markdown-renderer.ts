import type { ComponentType } from 'react'
import { create } from 'zustand'

type Renderer = ComponentType<{ text: string; asPage: boolean }>

/** The Markdown renderer once its code is loaded, and whether loading failed. */
export const useMarkdownRenderer = create<{ Renderer: Renderer | null; failed: boolean }>(() => ({
  Renderer: null,
  failed: false,
}))
