import { type ReactNode, useRef } from 'react'

type Options = { accept: string; multiple?: boolean; onFiles: (files: File[]) => void }

/** The device's own way to choose files, opened by whatever button one likes. The input has to stand somewhere in the page. */
export function useFilePicker({ accept, multiple, onFiles }: Options): { open: () => void; input: ReactNode } {
  const input = useRef<HTMLInputElement>(null)
  const take = (field: HTMLInputElement): void => {
    const files = [...(field.files ?? [])]
    // The same file may be chosen again.
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
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    ),
  }
}
