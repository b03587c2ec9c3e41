import { type ClipboardEvent, type RefObject, useEffect } from 'react'

const isPicture = ({ type }: File): boolean => type.startsWith('image/')

/** Returns the first image on the clipboard. If there is one, prevents the default paste. */
export function takePastedPicture(event: ClipboardEvent): File | undefined {
  const picture = [...event.clipboardData.files].find(isPicture)
  if (picture) event.preventDefault()
  return picture
}

/** Calls `onPicture` with an image that is dropped anywhere on the enclosing `container`. */
export function usePhotoDrop(
  target: RefObject<HTMLElement | null>,
  container: 'section' | 'article',
  onPicture: (picture: File) => void,
): void {
  useEffect(() => {
    const pane = target.current?.closest(container)
    const controller = new AbortController()
    const { signal } = controller
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      const picture = [...(event.dataTransfer?.files ?? [])].find(isPicture)
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.stopPropagation()
      if (picture) onPicture(picture)
    }
    pane?.addEventListener('dragover', onDragOver, { signal })
    pane?.addEventListener('drop', onDrop, { signal })
    return () => controller.abort()
  }, [target, container, onPicture])
}
