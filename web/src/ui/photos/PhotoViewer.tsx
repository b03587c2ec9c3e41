import { lazy, type ReactNode, Suspense } from 'react'
import type { Shown } from './photo-source.ts'

export type ViewedPhoto = { key: string; photo: Shown; alt: string; caption?: string | null; preview?: string | null }

export type PhotoViewerProps = {
  photos: readonly ViewedPhoto[]
  /** The key of the visible photo; null while the viewer is closed. */
  shown: string | null
  onShow: (key: string) => void
  onClose: () => void
  /** Actions on the visible photo. */
  tools?: ReactNode
}

const PhotoViewerBody = lazy(async () => ({ default: (await import('./PhotoViewerBody.tsx')).PhotoViewerBody }))

/** Shows photos full screen, one at a time. The code loads when the first one opens. */
export function PhotoViewer(props: PhotoViewerProps) {
  const { photos, shown } = props
  const index = photos.findIndex(({ key }) => key === shown)
  return <Suspense>{index >= 0 && <PhotoViewerBody {...props} index={index} />}</Suspense>
}
