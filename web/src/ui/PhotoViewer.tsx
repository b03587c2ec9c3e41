import { lazy, type ReactNode, Suspense } from 'react'
import type { Shown } from './photo-source.ts'

export type ViewedPhoto = { key: string; photo: Shown; alt: string; caption?: string | null; preview?: string | null }

export type PhotoViewerProps = {
  photos: readonly ViewedPhoto[]
  /** The key of the one on show; null while the viewer is closed. */
  shown: string | null
  onShow: (key: string) => void
  onClose: () => void
  /** What can be done with the one on show. */
  tools?: ReactNode
}

const PhotoViewerBody = lazy(async () => ({ default: (await import('./PhotoViewerBody.tsx')).PhotoViewerBody }))

/** Photos over the whole page, one at a time. What it is made of is loaded when the first is opened. */
export function PhotoViewer(props: PhotoViewerProps) {
  const { photos, shown } = props
  const index = photos.findIndex(({ key }) => key === shown)
  return <Suspense>{index >= 0 && <PhotoViewerBody {...props} index={index} />}</Suspense>
}
