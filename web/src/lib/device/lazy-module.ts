import { useEffect } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { canLoadChunks, loadChunk } from './chunks.ts'

type LazyModule<Module> = { module: Module | null; failed: boolean }
type ModuleStore<Module> = UseBoundStore<StoreApi<LazyModule<Module>>>

function useReady<Module>(useStore: ModuleStore<Module>, load: () => Promise<Module>, needed: boolean): boolean {
  const ready = useStore(({ module, failed }) => module !== null || failed)
  useEffect(() => {
    if (needed) load().catch(() => undefined)
  }, [load, needed])
  return ready || !needed
}

/**
 * Creates access to a module that is loaded when it is first needed. Once it is loaded, its components render at once,
 * without a fallback that would change the layout.
 */
export function createLazyModule<Module>(importModule: () => Promise<Module>) {
  const useStore = create<LazyModule<Module>>(() => ({ module: null, failed: false }))
  let loading: Promise<Module> | null = null

  function load(): Promise<Module> {
    if (loading) return loading
    if (!canLoadChunks()) useStore.setState({ failed: true })
    loading = loadChunk(importModule)
    loading.then(
      (module) => useStore.setState({ module }),
      () => {
        loading = null
        useStore.setState({ failed: true })
      },
    )
    return loading
  }

  return {
    /** Makes a module available that another chunk imports statically. */
    provide: (module: Module): void => {
      loading = Promise.resolve(module)
      useStore.setState({ module })
    },
    /** Returns the module, once it can be loaded. */
    load,
    /** Returns the module; null until it is loaded. */
    useModule: (): Module | null => useStore(({ module }) => module),
    /**
     * Loads the module if it is `needed`. Returns whether the page can be shown: the module is loaded, is not needed, or
     * could not be loaded.
     */
    useReady: (needed: boolean): boolean => useReady(useStore, load, needed),
  }
}
