import { type ReactNode, useRef } from 'react'

type Options = { accept: string; multiple?: boolean; onFiles: (files: File[]) => void }

/** Returns a function that opens the device's file picker, and the input that the page has to render for it. */
export function useFilePicker({ accept, multiple, onFiles }: Options): { open: () => void; input: ReactNode } {
  const input = useRef<HTMLInputElement>(null)
  const readFiles = (field: HTMLInputElement): void => {
    const files = [...(field.files ?? [])]
    // Resets the input, so that the same file can be chosen again.
    field.value = ''
    if (files.length > 0) onFiles(files)
  }
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => readFiles(currentTarget)}
      />
    ),
  }
}
