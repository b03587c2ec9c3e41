/** An element of a page, as the protocol refers to it. */
export type ElementReference = { readonly reference: unknown }

export type PointerAction =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown'; button: 0 }
  | { type: 'pointerUp'; button: 0 }
export type KeyAction = { type: 'keyDown' | 'keyUp'; value: string }

/** A tab of an engine with its own storage, driven through the engine's WebDriver protocol. */
export type Driver = {
  navigate: (url: string) => Promise<void>
  /** Runs the body of a function in the page; its only argument is `input`. Returns its JSON result. */
  evaluate: (body: string, input?: unknown) => Promise<unknown>
  /** Runs the body of a function that returns an element. */
  findElement: (body: string, input?: unknown) => Promise<ElementReference | undefined>
  movePointer: (actions: PointerAction[]) => Promise<void>
  pressKeys: (actions: KeyAction[]) => Promise<void>
  setFiles: (element: ElementReference, paths: string[]) => Promise<void>
  /** Returns a PNG in base64. */
  takeScreenshot: () => Promise<string>
  close: () => Promise<void>
}

/** A started engine. */
export type Engine = {
  version: string
  /** Opens a tab of 390 px with a new, empty storage. */
  openTab: () => Promise<Driver>
  close: () => Promise<void>
}

export const PHONE_SIZE = { width: 390, height: 844 }

/** The parameters of WebDriver's `performActions`, which are the same in both protocols. */
export const pointerSource = (actions: PointerAction[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: actions.map((action) =>
    action.type === 'pointerMove' ? { ...action, duration: 0, origin: 'viewport' } : action,
  ),
})
export const keySource = (actions: KeyAction[]) => ({ type: 'key', id: 'keyboard', actions })
