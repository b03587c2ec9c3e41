import type { Album } from '@app/contract/photos'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { movePhoto } from './actions.ts'
import { photosIn } from './albums.ts'
import { usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

/** Moves photos without a pointer: announces the new position and keeps the focus on the photo. */
export function useMoves() {
  const t = useTexts(photosTexts)
  const panel = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState<{ id: string; announcement: string } | null>(null)
  useEffect(() => {
    if (!moved) return
    // Waits until the menu, if one was used, has restored the focus to the previous position.
    const frame = requestAnimationFrame(() =>
      panel.current?.querySelector<HTMLElement>(`[data-photo="${moved.id}"] [data-handle]`)?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [moved])
  function move(id: string, album: Album, index?: number): void {
    movePhoto(id, album, index)
    const albumPhotos = photosIn(usePhotos.getState().own.data ?? [], album)
    const position = albumPhotos.findIndex((photo) => photo.id === id) + 1
    setMoved({
      id,
      announcement: t('moved', { position, count: albumPhotos.length, album: t(`album.${album}`) }),
    })
  }
  return { panel, move, announcement: moved?.announcement }
}
