import { Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import type { PhotoViewerProps } from './PhotoViewerBody.tsx'

const PhotoViewerBody = lazy(async () => ({ default: (await import('./PhotoViewerBody.tsx')).PhotoViewerBody }))

/** Shows photos full screen, one at a time. The code loads when the first one opens. */
export function PhotoViewer(props: PhotoViewerProps) {
  const { photos, shownKey } = props
  const index = photos.findIndex(({ key }) => key === shownKey)
  return <Suspense>{index >= 0 && <PhotoViewerBody {...props} index={index} />}</Suspense>
}
